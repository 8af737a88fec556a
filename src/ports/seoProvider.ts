/** The two calls of one paid domain overview. */
export const seoCallNames = ['domain_rank_overview', 'ranked_keywords'] as const;
export type SeoCallName = (typeof seoCallNames)[number];

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

export type SeoCallData =
  | { name: 'domain_rank_overview'; overview: SeoOverview | null }
  | { name: 'ranked_keywords'; rankedKeywords: readonly RankedKeyword[] };

export type SeoCallOutcome =
  | { kind: 'succeeded'; data: SeoCallData; costUsd: number | null; raw: unknown }
  /** The provider answered that it did not do the work, or failed; `costUsd` null when it may have been billed. */
  | { kind: 'failed'; code: string; message: string; costUsd: number | null }
  /** No readable answer: it may have run and been billed. Never sent again. */
  | { kind: 'unknown'; cause: string };

export type SeoLookupOutcome =
  | { kind: 'ran'; costUsd: number | null; status: string | null }
  | { kind: 'not_seen' }
  | { kind: 'unavailable'; cause: string };

export interface SeoProvider {
  readonly name: string;
  /** True when the base URL is the provider's sandbox, or the bundled simulator: dummy data, not a measurement. */
  readonly sandbox: boolean;
  readonly simulated: boolean;
  /** Sends exactly one paid call, tagged so that it can be looked up. Never throws. */
  call(name: SeoCallName, domain: string, tag: string): Promise<SeoCallOutcome>;
  /** Free: did a call with this tag run between these times (ISO 8601 UTC)? */
  findByTag(tag: string, since: string, until: string): Promise<SeoLookupOutcome>;
}
