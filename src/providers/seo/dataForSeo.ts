import type { AccountPrice } from '../../domain/money/priceBook.ts';
import type { SeoCallName } from '../../domain/seo/seoReport.ts';
import type {
  ListedSeoCall,
  SeoCallOutcome,
  SeoListOutcome,
  SeoLookupOutcome,
  SeoProvider,
} from '../../ports/seoProvider.ts';
import { amountOf, isoOfListTime, listedTasks, listTimeOf } from '../dataForSeoEnvelope.ts';
import { createDataForSeoExchange, type DataForSeoCredentials } from '../dataForSeoExchange.ts';
import { fillRecord, numberOf, recordsOf, textOf, type WireRecord } from '../wireRecords.ts';
import { buildFigures } from './dataForSeoFigures.ts';
import { isBusy, readTaskReply } from './dataForSeoReply.ts';

/** Path of a call's price in the account: a product and, nested in it at some depth, the name of a function. */
const places: Readonly<Record<SeoCallName, readonly [string, string]>> = {
  domain_rank_overview: ['dataforseo_labs', 'domain_rank_overview'],
  ranked_keywords: ['dataforseo_labs', 'ranked_keywords'],
  backlinks_summary: ['backlinks', 'summary'],
};

/**
 * Reads from the account the cost of an overview's calls, each for as many rows as are requested. Null if the body is
 * not an account; a call whose price it does not state is left out.
 */
function seoCallPrices(body: unknown, rowsAsked: Readonly<Record<SeoCallName, number>>): AccountPrice[] | null {
  const account = fillRecord(recordsOf(recordsOf(fillRecord(body)?.tasks)[0]?.result)[0]);
  const price = fillRecord(account?.price);
  if (price === null) return null;
  return (Object.keys(places) as SeoCallName[]).flatMap((name) => {
    const [product, call] = places[name];
    const live = fillRecord(findMember(fillRecord(price[product]), call, 2)?.live);
    const charges = recordsOf(live?.priority_normal);
    const usd = charges.length === 0 ? null : findCharge(charges, rowsAsked[name]);
    return usd === null ? [] : [{ engine: 'seo', item: name, unit: 'call' as const, usd }];
  });
}

/**
 * Finds the member of this name, or of a member, at most `depth` steps down: vendors insert the search engine in
 * between.
 */
function findMember(record: WireRecord | null, name: string, depth: number): WireRecord | null {
  if (record === null) return null;
  const own = fillRecord(record[name]);
  if (own !== null || depth === 0) return own;
  for (const member of Object.values(record)) {
    const inner = findMember(fillRecord(member), name, depth - 1);
    if (inner !== null) return inner;
  }
  return null;
}

/** Computes a charge. Null if one component is unknown: part of a price is not a price. */
function findCharge(charges: readonly WireRecord[], rows: number): number | null {
  let usd = 0;
  for (const charge of charges) {
    const cost = numberOf(charge.cost);
    const type = textOf(charge.cost_type);
    if (cost === null || cost < 0 || (type !== 'per_request' && type !== 'per_result')) return null;
    usd += type === 'per_request' ? cost : cost * rows;
  }
  return usd;
}

export type DataForSeoOptions = DataForSeoCredentials & {
  simulated: boolean;
};

/** United States, English. Without a market, the provider would mix all locations into one figure. */
const market = { location_code: 2840, language_code: 'en' };

const livePath: Readonly<Record<SeoCallName, string>> = {
  domain_rank_overview: '/v3/dataforseo_labs/google/domain_rank_overview/live',
  ranked_keywords: '/v3/dataforseo_labs/google/ranked_keywords/live',
  backlinks_summary: '/v3/backlinks/summary/live',
};
/** Each of the provider's products lists its own tasks, with their tags, for about a month. */
const listPath: Readonly<Record<SeoCallName, string>> = {
  domain_rank_overview: '/v3/dataforseo_labs/id_list',
  ranked_keywords: '/v3/dataforseo_labs/id_list',
  backlinks_summary: '/v3/backlinks/id_list',
};
/**
 * The provider's clock decides which tasks are in a list, and ours may be an hour ahead: milliseconds by which a list
 * begins earlier.
 */
const clockSlackMs = 2 * 3_600_000;
const listLimit = 1000;
const dayMs = 86_400_000;
/** Reach of the lists, slightly less than the provider's month, in milliseconds. */
const listReachMs = 28 * dayMs;
const maxListPages = 10;
/** Address of the account's balance and its prices. */
const accountPath = '/v3/appendix/user_data';
/** Maximum number of rows of a result. */
const rowsAsked: Readonly<Record<SeoCallName, number>> = {
  domain_rank_overview: 1,
  ranked_keywords: 20,
  backlinks_summary: 0,
};

/** Returns the one task of a live call. Only organic results are requested: a paid one is not a rank. */
function taskBody(name: SeoCallName, domain: string, tag: string) {
  // Link figures have no market.
  if (name === 'backlinks_summary') return { target: domain, include_subdomains: true, internal_list_limit: 1, tag };
  const task = { target: domain, ...market, tag };
  if (name === 'domain_rank_overview') return task;
  return {
    ...task,
    item_types: ['organic'],
    order_by: ['ranked_serp_element.serp_item.rank_group,asc', 'keyword_data.keyword_info.search_volume,desc'],
    limit: rowsAsked[name],
  };
}

/**
 * Creates the SEO provider that calls DataForSEO. Nothing is repeated here: a call that may have run may have been
 * billed.
 */
export function createDataForSeo(options: DataForSeoOptions): SeoProvider {
  const { get, post, clean, isSandbox } = createDataForSeoExchange(options);

  async function call(name: SeoCallName, domain: string, tag: string): Promise<SeoCallOutcome> {
    const exchange = await post(livePath[name], taskBody(name, domain, tag));
    if (exchange.kind === 'never_left') {
      const message = 'The provider could not be reached; the request was never sent.';
      return { kind: 'failed', code: exchange.code, message, costUsd: 0 };
    }
    if (exchange.kind === 'broken') return { kind: 'unknown', cause: exchange.cause };
    const reply = readTaskReply(exchange.status, exchange.body, tag);
    if (reply.kind === 'failed') {
      const message = clean(reply.message);
      return isBusy(reply) ? { kind: 'busy', code: reply.code, message } : { ...reply, message };
    }
    if (reply.kind === 'unknown') return reply;
    const { task, result, costUsd } = reply;
    const raw = { id: task.id, status_code: task.status_code, cost: costUsd, result };
    return { kind: 'succeeded', data: buildFigures(name, result), costUsd, raw };
  }

  /**
   * Reads the pages of one product's list, newest first, until `take` is satisfied. Returns a text if the list is
   * unavailable.
   */
  async function readList(
    path: string,
    since: string,
    until: string,
    take: (rows: readonly WireRecord[]) => boolean,
  ): Promise<string | null> {
    const window = { datetime_from: listTime(since, -clockSlackMs), datetime_to: listTime(until, 0) };
    for (let page = 0; page < maxListPages; page++) {
      const offset = page * listLimit;
      const task = { ...window, limit: listLimit, offset, sort: 'desc', include_metadata: true };
      const exchange = await post(path, task);
      if (exchange.kind === 'never_left') return exchange.code;
      if (exchange.kind === 'broken') return exchange.cause;
      const rows = listedTasks(exchange.status, exchange.body);
      if (typeof rows === 'string') return clean(rows);
      if (take(rows) || rows.length < listLimit) return null;
    }
    return 'Too many tasks in this period to search.';
  }

  async function findByTag(name: SeoCallName, tag: string, since: string, until: string): Promise<SeoLookupOutcome> {
    const listed: WireRecord[] = [];
    const cause = await readList(listPath[name], since, until, (rows) => {
      const before = listed.length;
      listed.push(...rows.filter((row) => fillRecord(row.metadata)?.tag === tag));
      // A second task with this tag was charged as well, so the page after the first match is read too.
      return before > 0 && listed.length === before;
    });
    const [first] = listed;
    if (first === undefined) return cause === null ? { kind: 'not_seen' } : { kind: 'unavailable', cause };
    const costs = listed.map((row) => amountOf(row.cost));
    const costUsd = costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
    return { kind: 'ran', costUsd, status: statusText(first.status) };
  }

  async function listCalls(names: readonly SeoCallName[], since: string, until: string): Promise<SeoListOutcome> {
    const earliest = Date.parse(until) - listReachMs;
    if (Date.parse(since) < earliest) {
      const reach = `The provider lists ${listReachMs / dayMs} days only, and ${since} is longer ago.`;
      return { kind: 'unavailable', cause: reach };
    }
    const calls: ListedSeoCall[] = [];
    for (const path of new Set(names.map((name) => listPath[name]))) {
      const cause = await readList(path, since, until, (rows) => {
        calls.push(...rows.map(listedCall));
        return false;
      });
      if (cause !== null) return { kind: 'unavailable', cause };
    }
    return { kind: 'listed', calls };
  }

  async function accountPrices(): Promise<readonly AccountPrice[] | null> {
    const exchange = await get(accountPath);
    return exchange.kind === 'answered' && exchange.status === 200 ? seoCallPrices(exchange.body, rowsAsked) : null;
  }

  return {
    name: 'dataforseo',
    sandbox: options.simulated || isSandbox,
    simulated: options.simulated,
    call,
    findByTag,
    listCalls,
    accountPrices,
  };
}

function listedCall(row: WireRecord): ListedSeoCall {
  const metadata = fillRecord(row.metadata);
  return {
    tag: textOf(metadata?.tag),
    domain: textOf(metadata?.target),
    postedAt: isoOfListTime(row.datetime_posted),
    costUsd: amountOf(row.cost),
    status: statusText(row.status),
  };
}

/** Formats ISO 8601 UTC, moved by some milliseconds, for the list, rounded up to a second. */
function listTime(iso: string, movedMs: number): string {
  return listTimeOf(Math.ceil((Date.parse(iso) + movedMs) / 1000) * 1000);
}

function statusText(value: unknown): string | null {
  return textOf(value) ?? (numberOf(value) === null ? null : String(value));
}
