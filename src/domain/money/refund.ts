import type { Purchase } from './ledger.ts';
import type { Standing } from './purchase.ts';
import type { MicroUsd } from './usd.ts';

/** Outcomes for a charge that a vendor's export states. */
export const refundOutcomes = ['recorded', 'unchanged', 'higher', 'not_settled', 'not_found'] as const;
export type RefundOutcome = (typeof refundOutcomes)[number];

/**
 * Judges whether a charge of an export is a refund that the ledger does not hold yet: only less than what the vendor
 * itself stated is. Higher amounts are reported, never recorded from a file.
 */
export function judgeRefund(
  purchase: Pick<Purchase, 'simulated'>,
  { state, micro }: Standing,
  charged: MicroUsd,
): Exclude<RefundOutcome, 'not_found'> {
  if (purchase.simulated || state !== 'stated' || micro === null) return 'not_settled';
  if (charged === micro) return 'unchanged';
  return charged > micro ? 'higher' : 'recorded';
}
