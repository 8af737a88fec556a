import { normalQuantile, normalShareBelow } from '../statistics/normal.ts';

export const spendingKinds = ['power', 'obrien_fleming', 'pocock'] as const;
export type SpendingKind = (typeof spendingKinds)[number];

/**
 * Returns the level that may be spent up to a fraction 0 < t <= 1 of the rounds. `power`: K. Kim, D. L. DeMets 1987
 * with exponent 2; the others: K. K. G. Lan, D. L. DeMets 1983.
 */
export function spentLevel(kind: SpendingKind, t: number, level: number): number {
  if (kind === 'power') return level * t ** 2;
  if (kind === 'pocock') return level * Math.log(1 + (Math.E - 1) * t);
  return 2 - 2 * normalShareBelow(normalQuantile(1 - level / 2) / Math.sqrt(t));
}
