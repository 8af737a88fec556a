import { findRun } from '../../store/runs.ts';
import { findReport, scheduleReport } from '../../store/seoReports.ts';
import { importReceipt } from '../observations/adoptTask.ts';
import { keepSeoCallEnd } from '../seo/saveSeoCall.ts';
import { steadyIso, type World } from '../world.ts';

/**
 * Imports spilled receipts once the database takes them again. Safe to repeat. Returns how many it took. Those of runs and
 * reports that the database does not know stay on the disk.
 */
export async function replaySpill(world: World): Promise<number> {
  let replayed = 0;
  for (const receipt of await world.spill.list()) {
    const run = await findRun(world.db, receipt.workspaceId, receipt.runId);
    // A receipt of a run that this database does not know is newer than its state, and all that is left of that run.
    if (run !== null && (await importReceipt(world, run, receipt))) replayed += 1;
  }
  return replayed + (await replaySeoCalls(world));
}

/** Imports paid figures before a lookup treats their calls as lost; then resumes the rest of the report. */
async function replaySeoCalls(world: World): Promise<number> {
  let replayed = 0;
  for (const call of await world.seoSpill.list()) {
    const report = { id: call.reportId, workspaceId: call.workspaceId };
    if ((await findReport(world.db, report.workspaceId, report.id)) === null) continue;
    if (!(await keepSeoCallEnd(world, report, call.name, call.end))) {
      await world.seoSpill.setAside(call, `call ${call.name} of report ${call.reportId} ended otherwise`);
      continue;
    }
    await scheduleReport(world.db, report, steadyIso(world));
    await world.seoSpill.remove(call);
    replayed += 1;
    world.log.info({ reportId: call.reportId, call: call.name }, 'a spilled SEO call was saved');
  }
  return replayed;
}
