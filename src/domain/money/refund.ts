import type { Purchase } from './ledger.ts';
import type { Standing } from './purchase.ts';
import type { MicroUsd } from './usd.ts';

/** Outcomes of importing a charge from a vendor's export. */
export const refundOutcomes = ['recorded', 'unchanged', 'higher', 'not_settled', 'not_found'] as const;
export type RefundOutcome = (typeof refundOutcomes)[number];

/**
 * Decides whether a charge in an export is a refund missing from the ledger: only an amount below the vendor's own
 * earlier statement is. Higher amounts are reported, never recorded from a file.
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
