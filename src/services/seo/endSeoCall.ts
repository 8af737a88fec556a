import { type Purchase, seoPurchaseId } from '../../domain/money/ledger.ts';
import type { MoneyEnd } from '../../domain/money/purchase.ts';
import { microUsdOf } from '../../domain/money/usd.ts';
import type { SeoCallRecord, SeoCallState, SeoReportRecord } from '../../domain/seo/seoReport.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { findReport, moveCall } from '../../store/seo/reports.ts';
import { type AppContext, nowIso } from '../appContext.ts';
import { endPurchase } from '../money/endPurchase.ts';

type Bought = Pick<SeoReportRecord, 'id' | 'workspaceId' | 'requestedAt' | 'sandbox'>;

/** Returns the purchase of one call of a report. */
export function seoCallPurchase(report: Bought, call: string, keyId: string | null): Purchase {
  return {
    id: seoPurchaseId(report.id, call),
    what: 'seo_call',
    workspaceId: report.workspaceId,
    keyId,
    planId: null,
    simulated: report.sandbox,
    begunAt: report.requestedAt,
    engine: 'seo',
    model: call,
    caseId: null,
    recordId: report.id,
  };
}

/**
 * Ends a call whose state is `from`, and settles its money, in one transaction. Returns false if its state has changed.
 */
export function endSeoCall(
  app: Pick<AppContext, 'db' | 'runtime'>,
  report: Pick<SeoReportRecord, 'id' | 'workspaceId'>,
  name: string,
  from: SeoCallState,
  to: Partial<Omit<SeoCallRecord, 'name' | 'state'>> & { state: SeoCallState },
): Promise<boolean> {
  return inTransaction(app.db, async (tx) => {
    if (!(await moveCall(tx, report, name, from, to))) return false;
    const end = deriveMoneyEnd(to.state, to.costUsd ?? null);
    const seoReportRecord = end === null ? null : await findReport(tx, report.workspaceId, report.id);
    if (end !== null && seoReportRecord !== null)
      await endPurchase(tx, seoCallPurchase(seoReportRecord, name, null), end, nowIso(app));
    return true;
  });
}

/** Returns null while the call may still be found. */
function deriveMoneyEnd(state: SeoCallState, costUsd: number | null): MoneyEnd | null {
  if (state !== 'succeeded' && state !== 'failed') return null;
  if (costUsd === null) return { kind: 'unknown' };
  if (costUsd === 0 && state === 'failed') return { kind: 'nothing' };
  return { kind: 'stated', micro: microUsdOf(costUsd) };
}
