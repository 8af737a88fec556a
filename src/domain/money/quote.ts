import type { ExpectedCost } from './expectedCost.ts';
import type { MicroUsd } from './usd.ts';

/** Quoted cost of one purchase. `held`: amount held until it ends. Null: no price is known. */
export type QuotedCost = {
  typical: MicroUsd | null;
  max: MicroUsd | null;
  held: MicroUsd | null;
  basis: ExpectedCost['basis'] | 'history' | null;
  asOf: string | null;
};

/** Minimum number of answers for using history. */
const enoughAnswers = 10;

/** Number of recent answers that a quote considers. */
export const historyLength = 50;

/**
 * Quotes a cost: the typical and maximum cost of an answer from the price list or, with enough history, the median and
 * 95th percentile (by nearest rank) of what recent answers of the same engine and model cost. The worst case is still
 * held.
 */
export function quotedCost(
  expected: ExpectedCost | null,
  holding: Pick<ExpectedCost, 'max' | 'basis' | 'asOf'> | null,
  history: readonly MicroUsd[],
): QuotedCost {
  const hold = holding?.max ?? null;
  if (history.length >= enoughAnswers) {
    const ordered = history.toSorted((one, other) => one - other);
    const rank = (share: number): MicroUsd => ordered[Math.max(0, Math.ceil(share * ordered.length) - 1)] ?? 0;
    return { typical: rank(0.5), max: rank(0.95), held: hold, basis: 'history', asOf: expected?.asOf ?? null };
  }
  if (expected === null) return { typical: null, max: hold, held: hold, basis: holding?.basis ?? null, asOf: null };
  return { typical: expected.typical, max: expected.max, held: hold, basis: expected.basis, asOf: expected.asOf };
}

/** Number of equal requests that would buy, given the saved answers to their question. */
export type Buying = { bought: number; reused: number; blocked: number };

/**
 * Counts purchases: the first of equal requests buys unless there is a fresh answer or a run in progress. The others
 * reuse its result, except that a maximum age of 0 always requests a new answer.
 */
export function buildBuying(
  decision: 'fresh_saved' | 'existing_active' | 'creation_unresolved' | 'reserve',
  repeats: number,
  maxAgeSeconds: number,
): Buying {
  if (decision === 'creation_unresolved') return { bought: 0, reused: 0, blocked: repeats };
  const first = decision === 'reserve' ? 1 : 0;
  const purchaseCount = maxAgeSeconds > 0 ? first : first + repeats - 1;
  return { bought: purchaseCount, reused: repeats - purchaseCount, blocked: 0 };
}
