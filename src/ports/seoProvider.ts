import type { AccountPrice } from '../domain/money/priceBook.ts';
import type { SeoCallName } from '../domain/seo/seoReport.ts';

export type SeoOverview = {
  organicKeywords: number | null;
  organicTrafficEstimate: number | null;
  organicTrafficValueUsd: number | null;
  positions: {
    '1': number | null;
    '2-3': number | null;
    '4-10': number | null;
    '11-20': number | null;
    '21-100': number | null;
  };
  new: number | null;
  up: number | null;
  down: number | null;
  lost: number | null;
  paidKeywords: number | null;
};

export type RankedKeyword = {
  keyword: string;
  position: number | null;
  searchVolume: number | null;
  cpcUsd: number | null;
  url: string | null;
};

/** Links to a domain, including its subdomains. */
export type Backlinks = {
  /** The provider's own measure of authority, 0 to 1000. */
  rank: number | null;
  backlinks: number | null;
  referringDomains: number | null;
  referringMainDomains: number | null;
  brokenBacklinks: number | null;
  /** 0 to 100. */
  spamScore: number | null;
  /** ISO 8601 UTC: time at which the provider first saw a link to the domain. */
  firstSeenAt: string | null;
};

export type SeoCallData =
  | { name: 'domain_rank_overview'; overview: SeoOverview | null }
  | { name: 'ranked_keywords'; rankedKeywords: readonly RankedKeyword[] }
  | { name: 'backlinks_summary'; backlinks: Backlinks | null };

export type SeoCallOutcome =
  | { kind: 'succeeded'; data: SeoCallData; costUsd: number | null; raw: unknown }
  /** The provider replied that it did not do the work, or failed; `costUsd` null if it may have been billed. */
  | { kind: 'failed'; code: string; message: string; costUsd: number | null }
  /**
   * Refused before any work, because of too many requests at once: the only outcome after which a call may be repeated.
   */
  | { kind: 'busy'; code: string; message: string }
  /** No readable reply: it may have run and been billed. Never sent again. */
  | { kind: 'unknown'; cause: string };

export type SeoLookupOutcome =
  | { kind: 'ran'; costUsd: number | null; status: string | null }
  | { kind: 'not_seen' }
  | { kind: 'unavailable'; cause: string };

/** Call as the provider's own list shows it, from any user of this account. */
export type ListedSeoCall = {
  /** Null if the call had none. */
  tag: string | null;
  domain: string | null;
  /** ISO 8601 UTC. */
  postedAt: string | null;
  costUsd: number | null;
  status: string | null;
};

export type SeoListOutcome =
  | { kind: 'listed'; calls: readonly ListedSeoCall[] }
  | { kind: 'unavailable'; cause: string };

/** The part of the adapter that cannot cost money. */
export interface SeoReader {
  readonly name: string;
  /** True if the base URL is the provider's sandbox, or the bundled simulator: dummy data, not a measurement. */
  readonly sandbox: boolean;
  readonly simulated: boolean;
  /** Searches for a call with this tag between these times (ISO 8601 UTC), for free. */
  findByTag(name: SeoCallName, tag: string, since: string, until: string): Promise<SeoLookupOutcome>;
  /** Lists all calls of these kinds between these times (ISO 8601 UTC), for free; none if one list is unavailable. */
  listCalls(names: readonly SeoCallName[], since: string, until: string): Promise<SeoListOutcome>;
  /** Free: what this account says that its calls cost, under the engine `seo`. Null: it could not be asked. Never throws. */
  accountPrices?(): Promise<readonly AccountPrice[] | null>;
}

/** The half that can cost money. */
export interface SeoBuyer {
  /** Sends exactly one paid call, tagged so that it can be found later. Never throws. */
  call(name: SeoCallName, domain: string, tag: string): Promise<SeoCallOutcome>;
}

export interface SeoProvider extends SeoReader, SeoBuyer {}
