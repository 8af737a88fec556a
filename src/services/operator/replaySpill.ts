import { findRun } from '../../store/runs.ts';
import { findReport, scheduleReport } from '../../store/seoReports.ts';
import { changeRun } from '../observations/changeRun.ts';
import { keepSeoCallEnd } from '../seo/saveSeoCall.ts';
import { steadyIso, type World } from '../world.ts';

/**
 * Brings spilled receipts home once the database takes them again. Safe to repeat. Returns how many came home. Those of runs
 * and reports that the database does not know stay where they are.
 */
export async function replaySpill(world: World): Promise<number> {
  let replayed = 0;
  for (const receipt of await world.spill.list()) {
    const run = await findRun(world.db, receipt.workspaceId, receipt.runId);
    // A receipt of a run that this database does not know is newer than its state, and all that is left of that run.
    if (run === null) continue;
    await changeRun(world, run, (current) =>
      (current.phase === 'submitting' || current.phase === 'unresolved') && current.dueAt !== null
        ? {
            phase: 'submitted',
            status: current.status === 'requires_action' ? 'running' : current.status,
            error: null,
            sessionId: receipt.sessionId,
            taskId: receipt.taskId,
            usage: { ...current.usage, costUsd: receipt.costUsd ?? current.usage.costUsd },
            dueAt: steadyIso(world),
          }
        : null,
    );
    await world.spill.remove(receipt);
    replayed += 1;
    world.log.info({ runId: receipt.runId }, 'a spilled receipt was saved');
  }
  return replayed + (await replaySeoCalls(world));
}

/** Paid figures come home before anybody looks their calls up as lost; then the rest of the report goes on. */
async function replaySeoCalls(world: World): Promise<number> {
  let replayed = 0;
  for (const call of await world.seoSpill.list()) {
    const report = { id: call.reportId, workspaceId: call.workspaceId };
    if ((await findReport(world.db, report.workspaceId, report.id)) === null) continue;
    await keepSeoCallEnd(world, report, call.name, call.end);
    await scheduleReport(world.db, report, steadyIso(world));
    await world.seoSpill.remove(call);
    replayed += 1;
    world.log.info({ reportId: call.reportId, call: call.name }, 'a spilled SEO call was saved');
  }
  return replayed;
}
