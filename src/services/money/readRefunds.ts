import { standingAfter } from '../../domain/money/ledger.ts';
import { microUsdOf } from '../../domain/money/usd.ts';
import type { Engine } from '../../domain/runs/engine.ts';
import { isTerminal } from '../../domain/runs/run.ts';
import { dateCostLook, takeCostLook } from '../../store/costLooks.ts';
import { answersSettledSince, findPurchase } from '../../store/ledgerEntries.ts';
import { findRun } from '../../store/runs.ts';
import { inTransaction } from '../../store/transaction.ts';
import { nowIso, type World } from '../world.ts';
import { endPurchase } from './endPurchase.ts';

const hourMs = 3_600_000;
const everyMs = 6 * hourMs;
/** Money that comes back later than this is not noticed. */
const reachMs = 48 * hourMs;
/** After a failed reading the vendor is asked again this much later. */
const retryMs = hourMs / 4;
/** The vendor's list shows work a little late. */
const settledMs = 120_000;

/**
 * Checks for refunds at vendors that list their charges: free, a few times a day, once for all processes of a database,
 * and only after purchases. A lower figure becomes a refund in the ledger, next to the entry that it corrects.
 */
export async function readRefunds(world: World): Promise<void> {
  for (const engine of world.engines.known) {
    if (engine.simulated) continue;
    const reader = world.engines.of({ engine: engine.id })?.reader;
    if (reader?.listCosts === undefined) continue;
    const bought = await answersSettledSince(world.db, engine.id, nowIso(world, -reachMs));
    if (bought.length === 0) continue;
    if (!(await takeCostLook(world.db, engine.id, nowIso(world, -everyMs), nowIso(world)))) continue;
    const listed = await reader.listCosts(nowIso(world, -reachMs), nowIso(world, -settledMs));
    if (listed.kind === 'unavailable') {
      await dateCostLook(world.db, engine.id, nowIso(world, retryMs - everyMs));
      const { cause } = listed;
      world.log.warn(
        { engine: engine.id, cause },
        'what finished answers were charged could not be read; it is tried again',
      );
      continue;
    }
    const costs = new Map(listed.costs.map(({ runId, costUsd }) => [runId, costUsd]));
    for (const { id, workspaceId } of bought) {
      const costUsd = costs.get(id) ?? null;
      if (costUsd !== null) await correctCost(world, engine, { id, workspaceId }, microUsdOf(costUsd));
    }
  }
}

async function correctCost(
  world: World,
  engine: Engine,
  { id, workspaceId }: { id: string; workspaceId: string },
  micro: number,
): Promise<void> {
  const corrected = await inTransaction(world.db, async (tx) => {
    const known = await findPurchase(tx, workspaceId, id);
    const run = await findRun(tx, workspaceId, id);
    // A run under way says itself what it costs, once it ends.
    if (known === null || run === null || !isTerminal(run.status)) return false;
    const { state, micro: before } = standingAfter(known.entries);
    if (state === 'stated' && before === micro) return false;
    await endPurchase(tx, known.purchase, { kind: 'stated', micro }, nowIso(world));
    return true;
  });
  if (corrected)
    world.log.info({ engine: engine.id, id, micro }, 'the vendor charged something else than it said first');
}
