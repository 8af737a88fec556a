import { findRun, saveRun } from '../store/runs.ts';
import { scheduleReport } from '../store/seoReports.ts';
import { keepSeoCallEnd } from './saveSeoCall.ts';
import { nowIso, type World } from './world.ts';

/** Brings spilled receipts home once the database takes them again. Safe to repeat. Returns how many came home. */
export async function replaySpill(world: World): Promise<number> {
  let replayed = 0;
  for (const receipt of await world.spill.list()) {
    const run = await findRun(world.db, receipt.workspaceId, receipt.runId);
    if (run !== null && (run.phase === 'submitting' || run.phase === 'unresolved') && run.dueAt !== null) {
      const saved = await saveRun(
        world.db,
        run,
        {
          phase: 'submitted',
          status: run.status === 'requires_action' ? 'running' : run.status,
          error: null,
          sessionId: receipt.sessionId,
          taskId: receipt.taskId,
          dueAt: nowIso(world),
        },
        nowIso(world),
      );
      if (saved === null) continue;
    }
    await world.spill.remove(receipt);
    replayed += 1;
    world.log.info({ runId: receipt.runId }, 'a spilled receipt was saved');
  }
  return replayed + (await replaySeoCalls(world));
}

/** Paid figures come home before anybody looks their calls up as lost; then the rest of the report goes on. */
async function replaySeoCalls(world: World): Promise<number> {
  const kept = await world.seoSpill.list();
  for (const call of kept) {
    const report = { id: call.reportId, workspaceId: call.workspaceId };
    await keepSeoCallEnd(world.db, report, call.name, call.end);
    await scheduleReport(world.db, report, nowIso(world));
    await world.seoSpill.remove(call);
    world.log.info({ reportId: call.reportId, call: call.name }, 'a spilled SEO call was saved');
  }
  return kept.length;
}
