import { invalidField } from '../../domain/errors.ts';
import { standingAfter } from '../../domain/money/ledger.ts';
import { dayOf } from '../../domain/money/month.ts';
import { judgeRefund, type RefundOutcome } from '../../domain/money/refund.ts';
import { type MicroUsd, usdText } from '../../domain/money/usd.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { findPurchase } from '../../store/money/ledgerEntries.ts';
import { recordAct } from '../access/auditLog.ts';
import { assertMayManage } from '../access/memberRights.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { endPurchase } from './endPurchase.ts';

export type ExportedCharge = { id: string; micro: MicroUsd };
export type RecordedRefund = { id: string; outcome: RefundOutcome; before: MicroUsd | null; after: MicroUsd | null };

/**
 * Records refunds from the vendor's own export, for money refunded after the last automatic check: a refund is an entry
 * next to the one it corrects, with the export as its source. It frees a budget, so it requires a person who may set
 * one.
 * @param exportDay UTC date of the export. @throws insufficient_permission, invalid_request
 */
export async function recordRefunds(
  ctx: Ctx,
  { exportDay, charges }: { exportDay: string; charges: readonly ExportedCharge[] },
): Promise<RecordedRefund[]> {
  await assertMayManage(ctx, 'record a refund');
  assertCharges(ctx, exportDay, charges);
  const recorded: RecordedRefund[] = [];
  for (const charge of charges) recorded.push(await recordRefund(ctx, charge, exportDay));
  return recorded;
}

/** Refuses an export with a future date, and two prices for one purchase. @throws invalid_request */
export function assertCharges(ctx: Ctx, exportDay: string | null, charges: readonly ExportedCharge[]): void {
  if (exportDay !== null && exportDay > dayOf(nowIso(ctx))) throw invalidField('exportDay', 'has not come yet');
  // If a request had two prices for one purchase, the entries would depend on their order.
  const twice = charges.findIndex(({ id }, at) => charges.findIndex((one) => one.id === id) < at);
  if (twice >= 0) throw invalidField(`charges.${twice}.id`, 'is listed twice; add up the lines of one purchase');
}

function recordRefund(ctx: Ctx, { id, micro }: ExportedCharge, exportDay: string): Promise<RecordedRefund> {
  return inTransaction(ctx.db, async (tx) => {
    const entry = await findPurchase(tx, ctx.principal.workspaceId, id);
    if (entry === null) return { id, outcome: 'not_found', before: null, after: null };
    const standing = standingAfter(entry.entries);
    const outcome = judgeRefund(entry.purchase, standing, micro);
    const before = standing.micro;
    if (outcome !== 'recorded') return { id, outcome, before, after: before };
    const note = `${usdText(before ?? 0)} became ${usdText(micro)} by the vendor's export of ${exportDay}`;
    await recordAct(ctx, tx, { act: 'recordRefunds', subject: id, note });
    const source = { basis: 'vendor_export', asOf: exportDay } as const;
    await endPurchase(tx, entry.purchase, { kind: 'stated', micro, source }, nowIso(ctx));
    return { id, outcome, before, after: micro };
  });
}
