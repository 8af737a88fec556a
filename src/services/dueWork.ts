import type { RunRecord } from '../domain/runRecord.ts';
import type { SeoReportRecord } from '../domain/seoReport.ts';
import * as dueRuns from '../store/dueRuns.ts';
import { claimDueReports } from '../store/seoReports.ts';
import { nowIso, type World } from './world.ts';

/** Runs whose time has come, each leased to this caller for `leaseMs`; after that it comes due again by itself. */
export function takeDueRuns(world: World, leaseMs: number, limit: number): Promise<RunRecord[]> {
  return dueRuns.claimDueRuns(world.db, world.engine, nowIso(world), nowIso(world, leaseMs), limit);
}

export function takeDueReports(world: World, leaseMs: number, limit: number): Promise<SeoReportRecord[]> {
  return claimDueReports(world.db, nowIso(world), nowIso(world, leaseMs), limit);
}

export type NextLook = { id: string; workspaceId: string; dueAt: string; failedLooks: number };

/** Sets when runs are looked at next, many in one commit. */
export function scheduleLooks(world: World, looks: readonly NextLook[]): Promise<void> {
  return dueRuns.scheduleLooks(world.db, looks);
}

/** Brings runs that a killed process was submitting or capturing due at once. Only for a process that is alone. */
export function hastenOrphans(world: World): Promise<void> {
  return dueRuns.hastenPhase(world.db, ['reserved', 'submitting', 'capturing'], nowIso(world));
}
