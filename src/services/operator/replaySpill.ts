import { findRun } from '../../store/runs/rows.ts';
import { findReport, scheduleReport } from '../../store/seo/reports.ts';
import { type AppContext, steadyIso } from '../appContext.ts';
import { importReceipt } from '../runs/adoptTask.ts';
import { keepSeoCallEnd } from '../seo/saveSeoCall.ts';

/**
 * Imports spilled receipts once the database accepts writes again. Safe to repeat. Returns the number imported.
 * Receipts of unknown runs and reports stay on disk.
 */
export async function replaySpill(app: AppContext): Promise<number> {
  let replayed = 0;
  for (const receipt of await app.spill.list()) {
    const run = await findRun(app.db, receipt.workspaceId, receipt.runId);
    // A receipt of an unknown run is newer than this database's state, and the only trace of that run.
    if (run !== null && (await importReceipt(app, run, receipt))) replayed += 1;
  }
  return replayed + (await replaySeoCalls(app));
}

/** Imports paid figures before a search treats their calls as lost, then resumes the rest of the report. */
async function replaySeoCalls(app: AppContext): Promise<number> {
  let replayed = 0;
  for (const call of await app.seoSpill.list()) {
    const report = { id: call.reportId, workspaceId: call.workspaceId };
    if ((await findReport(app.db, report.workspaceId, report.id)) === null) continue;
    if (!(await keepSeoCallEnd(app, report, call.name, call.end))) {
      await app.seoSpill.setAside(call, `call ${call.name} of report ${call.reportId} ended otherwise`);
      continue;
    }
    await scheduleReport(app.db, report, steadyIso(app));
    await app.seoSpill.remove(call);
    replayed += 1;
    app.log.info({ reportId: call.reportId, call: call.name }, 'a spilled SEO call was saved');
  }
  return replayed;
}
