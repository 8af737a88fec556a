import { standingAfter } from '../../domain/money/ledger.ts';
import { microUsdOf } from '../../domain/money/usd.ts';
import type { Engine } from '../../domain/runs/engine.ts';
import { isTerminal } from '../../domain/runs/run.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { claimCostCheck, postponeCostCheck } from '../../store/money/costChecks.ts';
import { answersSettledSince, findPurchase } from '../../store/money/ledgerEntries.ts';
import { findRun } from '../../store/runs/rows.ts';
import { type AppContext, nowIso } from '../appContext.ts';
import { endPurchase } from './endPurchase.ts';

const hourMs = 3_600_000;
const everyMs = 6 * hourMs;
/** Refunds later than this are not detected automatically. */
const reachMs = 48 * hourMs;
/** Time to wait after a failed read before asking the vendor again. */
const retryMs = hourMs / 4;
/** Delay until the vendor's list includes recent work. */
const settledMs = 120_000;

/**
 * Checks for refunds at vendors that list their charges: free, a few times a day, once for all processes of a database,
 * and only after purchases. A lower figure becomes a refund in the ledger, next to the entry that it corrects.
 */
export async function readRefunds(app: AppContext): Promise<void> {
  for (const engine of app.engines.known) {
    if (engine.simulated) continue;
    const reader = app.engines.of({ engine: engine.id })?.reader;
    if (reader?.listCosts === undefined) continue;
    const purchases = await answersSettledSince(app.db, engine.id, nowIso(app, -reachMs));
    if (purchases.length === 0) continue;
    if (!(await claimCostCheck(app.db, engine.id, nowIso(app, -everyMs), nowIso(app)))) continue;
    const listed = await reader.listCosts(nowIso(app, -reachMs), nowIso(app, -settledMs));
    if (listed.kind === 'unavailable') {
      await postponeCostCheck(app.db, engine.id, nowIso(app, retryMs - everyMs));
      const { cause } = listed;
      app.log.warn({ engine: engine.id, cause }, 'could not read the charges of finished answers; will retry');
      continue;
    }
    const costs = new Map(listed.costs.map(({ runId, costUsd }) => [runId, costUsd]));
    for (const { id, workspaceId } of purchases) {
      const costUsd = costs.get(id) ?? null;
      if (costUsd !== null) await correctCost(app, engine, { id, workspaceId }, microUsdOf(costUsd));
    }
  }
}

async function correctCost(
  app: AppContext,
  engine: Engine,
  { id, workspaceId }: { id: string; workspaceId: string },
  micro: number,
): Promise<void> {
  const corrected = await inTransaction(app.db, async (tx) => {
    const entry = await findPurchase(tx, workspaceId, id);
    const run = await findRun(tx, workspaceId, id);
    // A run in progress reports its own cost once it ends.
    if (entry === null || run === null || !isTerminal(run.status)) return false;
    const { state, micro: before } = standingAfter(entry.entries);
    if (state === 'stated' && before === micro) return false;
    await endPurchase(tx, entry.purchase, { kind: 'stated', micro }, nowIso(app));
    return true;
  });
  if (corrected)
    app.log.info({ engine: engine.id, id, micro }, 'the vendor charged a different amount than it first stated');
}
