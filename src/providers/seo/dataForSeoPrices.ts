import type { AccountPrice } from '../../domain/money/priceBook.ts';
import type { SeoCallName } from '../../domain/seo/seoReport.ts';
import { numberOf, recordOf, recordsOf, textOf, type WireRecord } from '../wireRecords.ts';

/** Path of a call's price in the account: a product, and in it, at some depth, the name of a function. */
const places: Readonly<Record<SeoCallName, readonly [string, string]>> = {
  domain_rank_overview: ['dataforseo_labs', 'domain_rank_overview'],
  ranked_keywords: ['dataforseo_labs', 'ranked_keywords'],
  backlinks_summary: ['backlinks', 'summary'],
};

/**
 * Reads from the account the cost of an overview's calls, each for as many rows as are requested. Null when the body is
 * not an account; a call whose price it does not state is left out.
 */
export function seoCallPrices(body: unknown, rowsAsked: Readonly<Record<SeoCallName, number>>): AccountPrice[] | null {
  const account = recordOf(recordsOf(recordsOf(recordOf(body)?.tasks)[0]?.result)[0]);
  const price = recordOf(account?.price);
  if (price === null) return null;
  return (Object.keys(places) as SeoCallName[]).flatMap((name) => {
    const [product, call] = places[name];
    const live = recordOf(findMember(recordOf(price[product]), call, 2)?.live);
    const charges = recordsOf(live?.priority_normal);
    const usd = charges.length === 0 ? null : findCharge(charges, rowsAsked[name]);
    return usd === null ? [] : [{ engine: 'seo', item: name, unit: 'call' as const, usd }];
  });
}

/** The member of this name, or of a member, at most `depth` steps down: vendors put the search engine between. */
function findMember(record: WireRecord | null, name: string, depth: number): WireRecord | null {
  if (record === null) return null;
  const own = recordOf(record[name]);
  if (own !== null || depth === 0) return own;
  for (const member of Object.values(record)) {
    const inner = findMember(recordOf(member), name, depth - 1);
    if (inner !== null) return inner;
  }
  return null;
}

/** Computes a charge. Null where a way of charging is not known: a part of a price is not a price. */
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
