import type { Standing } from './purchase.ts';

/** Outcomes of a settlement. Only the unknown cost of ended work can be settled. */
export const settlementOutcomes = ['recorded', 'not_ended', 'not_unknown', 'not_found'] as const;
export type SettlementOutcome = (typeof settlementOutcomes)[number];

/** Decides whether evidence of a charge settles a purchase. Stated and estimated amounts stay as they are. */
export function judgeSettlement({ state }: Standing, hasEnded: boolean): Exclude<SettlementOutcome, 'not_found'> {
  if (state !== 'unknown') return 'not_unknown';
  return hasEnded ? 'recorded' : 'not_ended';
}
