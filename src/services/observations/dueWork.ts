import type { RunRecord } from '../../domain/runs/runRecord.ts';
import type { SeoReportRecord } from '../../domain/seo/seoReport.ts';
import * as dueRuns from '../../store/dueRuns.ts';
import { bringReportsDue, claimDueReports, scheduleOrphanedReportsNow } from '../../store/seoReports.ts';
import { steadyIso, type World } from '../world.ts';

/** Claims due runs for this caller for `leaseMs`; after that they become due again. */
export function takeDueRuns(world: World, leaseMs: number, limit: number): Promise<RunRecord[]> {
  return dueRuns.claimDueRuns(world.db, world.databaseKind, steadyIso(world), steadyIso(world, leaseMs), limit);
}

export function takeDueReports(world: World, limit: number): Promise<SeoReportRecord[]> {
  return claimDueReports(world.db, steadyIso(world), steadyIso(world, world.settings.seoLeaseMs), limit);
}

export type NextLook = { id: string; workspaceId: string; dueAt: string; failedLooks: number };

/** Sets when runs are polled next, many in one commit. */
export function scheduleLooks(world: World, looks: readonly NextLook[]): Promise<void> {
  return dueRuns.scheduleLooks(world.db, looks);
}

/**
 * Brings work that a killed process left behind due at once: runs it was submitting or capturing, and SEO reports it had
 * taken before this process began, at `startedAt`. Only for a process that is alone.
 */
export async function scheduleOrphansNow(world: World, startedAt: string): Promise<void> {
  await dueRuns.schedulePhasesNow(world.db, ['reserved', 'submitting', 'capturing'], steadyIso(world));
  await scheduleOrphanedReportsNow(world.db, startedAt, steadyIso(world));
}

/** Polls are never planned further ahead, except where the provider requested a later one. */
const maxLookAheadMs = 15 * 60_000;
const maxReportAheadMs = 60 * 60_000;

/**
 * Makes due whatever waits for a time further ahead than anything is ever planned: the steady count has gone back, or
 * restarted without its file. An extra poll costs nothing.
 */
export async function bringBackDueTimes(world: World): Promise<void> {
  const now = steadyIso(world);
  await dueRuns.bringDue(world.db, { after: steadyIso(world, maxLookAheadMs), now });
  await bringReportsDue(world.db, { after: steadyIso(world, maxReportAheadMs), now });
}
