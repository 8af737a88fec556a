import type { Standing } from './purchase.ts';

/** Outcomes of a settlement: only the unknown cost of work that has ended is settled. */
export const settlementOutcomes = ['recorded', 'not_ended', 'not_unknown', 'not_found'] as const;
export type SettlementOutcome = (typeof settlementOutcomes)[number];

/** Judges whether evidence of a charge settles a purchase. What a vendor stated, or was estimated, stays as it is. */
export function judgeSettlement({ state }: Standing, hasEnded: boolean): Exclude<SettlementOutcome, 'not_found'> {
  if (state !== 'unknown') return 'not_unknown';
  return hasEnded ? 'recorded' : 'not_ended';
}
