import { countActiveRuns, countRunsSince } from '../../store/reservations.ts';
import { countReportsSince } from '../../store/seoReports.ts';
import { type Ctx, nowIso, steadyIso } from '../world.ts';
import { requestBucket, requestWindow } from './takeRequest.ts';

export type Limits = {
  requestsPerMinute: number;
  requestsRemaining: number;
  resetSeconds: number;
  seoLookupsPerHour: number;
  seoLookupsRemaining: number;
  activeRuns: number;
  activeRunLimit: number;
  runsToday: number;
  runsPerDay: number;
};

export const hourMs = 3_600_000;

/** What the caller's allowances are and what is left of them. Looks only. */
export async function readLimits(ctx: Ctx): Promise<Limits> {
  const { settings, principal } = ctx;
  const log = await ctx.requestLog.take(
    requestBucket(principal),
    requestWindow(ctx, principal),
    ctx.runtime.steady(),
    false,
  );
  const lookups = await countReportsSince(ctx.db, principal.ownerId, steadyIso(ctx, -hourMs));
  const startOfDay = `${nowIso(ctx).slice(0, 10)}T00:00:00.000Z`;
  return {
    requestsPerMinute: requestWindow(ctx, principal).limit,
    requestsRemaining: log.remaining,
    resetSeconds: log.resetSeconds,
    seoLookupsPerHour: settings.seoLookupsPerHour,
    seoLookupsRemaining: Math.max(0, settings.seoLookupsPerHour - lookups),
    activeRuns: await countActiveRuns(ctx.db, principal.ownerId),
    activeRunLimit: settings.activeRunsPerOwner,
    runsToday: await countRunsSince(ctx.db, principal.ownerId, startOfDay),
    runsPerDay: settings.runsPerDayPerOwner,
  };
}
