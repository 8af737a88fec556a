import type { RunRecord } from '../../domain/runs/runRecord.ts';
import type { SeoReportRecord } from '../../domain/seo/seoReport.ts';
import * as dueRuns from '../../store/runs/due.ts';
import { claimDueReports, scheduleOrphanedReportsNow, scheduleReportsNow } from '../../store/seo/reports.ts';
import { type AppContext, steadyIso } from '../appContext.ts';

/** Claims due runs for this caller for `leaseMs`; after that they become due again. */
export function reserveDueRuns(app: AppContext, leaseMs: number, limit: number): Promise<RunRecord[]> {
  return dueRuns.claimDueRuns(app.db, app.databaseKind, steadyIso(app), steadyIso(app, leaseMs), limit);
}

export function reserveDueReports(app: AppContext, limit: number): Promise<SeoReportRecord[]> {
  return claimDueReports(app.db, steadyIso(app), steadyIso(app, app.settings.seoLeaseMs), limit);
}

export type NextPoll = { id: string; workspaceId: string; dueAt: string; failedPolls: number };

/** Schedules the next polls of runs, many in one commit. */
export function schedulePolls(app: AppContext, looks: readonly NextPoll[]): Promise<void> {
  return dueRuns.schedulePolls(app.db, looks);
}

/**
 * Makes work that a killed process left behind due immediately: runs that it was submitting or capturing, and SEO
 * reports that it had claimed before this process began, at `startedAt`. Only for a process that is alone.
 */
export async function scheduleOrphansNow(app: AppContext, startedAt: string): Promise<void> {
  await dueRuns.schedulePhasesNow(app.db, ['reserved', 'submitting', 'capturing'], steadyIso(app));
  await scheduleOrphanedReportsNow(app.db, startedAt, steadyIso(app));
}

/** Polls are never scheduled further ahead, unless the provider requested it. */
const maxPollAheadMs = 15 * 60_000;
const maxReportAheadMs = 60 * 60_000;

/**
 * Makes work due that waits for a time further ahead than anything is ever scheduled: the steady clock went back, or
 * restarted without its file. An extra poll costs nothing.
 */
export async function resetFarDueTimes(app: AppContext): Promise<void> {
  const now = steadyIso(app);
  await dueRuns.scheduleRunsNow(app.db, { after: steadyIso(app, maxPollAheadMs), now });
  await scheduleReportsNow(app.db, { after: steadyIso(app, maxReportAheadMs), now });
}
