import { type Purchase, standingAfter } from '../../domain/money/ledger.ts';
import { dayOf } from '../../domain/money/month.ts';
import type { EvidenceSource } from '../../domain/money/purchase.ts';
import { judgeSettlement, type SettlementOutcome } from '../../domain/money/settlement.ts';
import { type MicroUsd, usdText } from '../../domain/money/usd.ts';
import { isTerminal } from '../../domain/runs/run.ts';
import { inTransaction, type Tx } from '../../store/database/transaction.ts';
import { findPurchase } from '../../store/money/ledgerEntries.ts';
import { findRun } from '../../store/runs/rows.ts';
import { findReport } from '../../store/seo/reports.ts';
import { recordAct } from '../access/auditLog.ts';
import { assertMayManage } from '../access/memberRights.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { endPurchase } from './endPurchase.ts';
import { assertCharges, type ExportedCharge } from './recordRefunds.ts';

export type SettledPurchase = {
  id: string;
  outcome: SettlementOutcome;
  before: MicroUsd | null;
  after: MicroUsd | null;
};

/**
 * Settles purchases whose cost is unknown, by a member's evidence: a vendor's export of a day, or another source they
 * name. It frees a budget, so it requires a person who may set one, and the audit log records the evidence.
 * @param exportDay UTC date of the vendor's export; null: the evidence is something else
 * @throws insufficient_permission, invalid_request
 */
export async function settlePurchases(
  ctx: Ctx,
  input: { evidence: string; exportDay: string | null; charges: readonly ExportedCharge[] },
): Promise<SettledPurchase[]> {
  await assertMayManage(ctx, 'settle a purchase');
  const { evidence, exportDay, charges } = input;
  assertCharges(ctx, exportDay, charges);
  const source: EvidenceSource =
    exportDay === null ? { basis: 'member', asOf: dayOf(nowIso(ctx)) } : { basis: 'vendor_export', asOf: exportDay };
  const settled: SettledPurchase[] = [];
  for (const charge of charges) settled.push(await settlePurchase(ctx, charge, evidence, source));
  return settled;
}

function settlePurchase(
  ctx: Ctx,
  { id, micro }: ExportedCharge,
  evidence: string,
  source: EvidenceSource,
): Promise<SettledPurchase> {
  return inTransaction(ctx.db, async (tx) => {
    const purchase = await findPurchase(tx, ctx.principal.workspaceId, id);
    if (purchase === null) return { id, outcome: 'not_found', before: null, after: null };
    const standing = standingAfter(purchase.entries);
    const before = standing.micro;
    const outcome = judgeSettlement(standing, await hasEnded(tx, purchase.purchase));
    if (outcome !== 'recorded') return { id, outcome, before, after: before };
    const counted = before === null ? 'unknown' : `unknown, counted as ${usdText(before)},`;
    const note = `${counted} became ${usdText(micro)}: ${evidence}`;
    await recordAct(ctx, tx, { act: 'settlePurchases', subject: id, note });
    await endPurchase(tx, purchase.purchase, { kind: 'stated', micro, source }, nowIso(ctx));
    return { id, outcome, before, after: micro };
  });
}

/** Work in progress reports its own cost once it ends. */
async function hasEnded(tx: Tx, { what, workspaceId, recordId }: Purchase): Promise<boolean> {
  if (what === 'seo_call') return (await findReport(tx, workspaceId, recordId))?.state === 'complete';
  const run = await findRun(tx, workspaceId, recordId);
  return run === null || isTerminal(run.status);
}
