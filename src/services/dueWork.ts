import type { RunRecord } from '../domain/runRecord.ts';
import type { SeoReportRecord } from '../domain/seoReport.ts';
import * as dueRuns from '../store/dueRuns.ts';
import { claimDueReports, hastenReports } from '../store/seoReports.ts';
import { nowIso, type World } from './world.ts';

/** Runs whose time has come, each leased to this caller for `leaseMs`; after that it comes due again by itself. */
export function takeDueRuns(world: World, leaseMs: number, limit: number): Promise<RunRecord[]> {
  return dueRuns.claimDueRuns(world.db, world.engine, nowIso(world), nowIso(world, leaseMs), limit);
}

export function takeDueReports(world: World, limit: number): Promise<SeoReportRecord[]> {
  return claimDueReports(world.db, nowIso(world), nowIso(world, world.settings.seoLeaseMs), limit);
}

export type NextLook = { id: string; workspaceId: string; dueAt: string; failedLooks: number };

/** Sets when runs are looked at next, many in one commit. */
export function scheduleLooks(world: World, looks: readonly NextLook[]): Promise<void> {
  return dueRuns.scheduleLooks(world.db, looks);
}

/**
 * Brings work that a killed process left behind due at once: runs it was submitting or capturing, and SEO reports it had
 * taken before this process began, at `startedAt`. Only for a process that is alone.
 */
export async function hastenOrphans(world: World, startedAt: string): Promise<void> {
  await dueRuns.hastenPhase(world.db, ['reserved', 'submitting', 'capturing'], nowIso(world));
  await hastenReports(world.db, startedAt, nowIso(world));
}
