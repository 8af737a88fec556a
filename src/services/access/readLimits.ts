import { countAllowances } from '../../store/runs/reservations.ts';
import { type Ctx, nowIso, steadyIso } from '../appContext.ts';
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

/** Reads the caller's allowances and what remains of them, without counting this read. */
export async function readLimits(ctx: Ctx): Promise<Limits> {
  const { settings, principal } = ctx;
  const window = requestWindow(ctx, principal.kind);
  // The log's decision on this request includes the remaining allowance.
  const log = ctx.taken ?? (await ctx.requestLog.take(requestBucket(principal), window, ctx.runtime.steady(), false));
  const { activeRuns, runsToday, lookups } = await countAllowances(ctx.db, principal.ownerId, {
    dayBegan: `${nowIso(ctx).slice(0, 10)}T00:00:00.000Z`,
    hourBegan: steadyIso(ctx, -hourMs),
  });
  return {
    requestsPerMinute: window.limit,
    requestsRemaining: log.remaining,
    resetSeconds: log.resetSeconds,
    seoLookupsPerHour: settings.seoLookupsPerHour,
    seoLookupsRemaining: Math.max(0, settings.seoLookupsPerHour - lookups),
    activeRuns,
    activeRunLimit: settings.activeRunsPerOwner,
    runsToday,
    runsPerDay: settings.runsPerDayPerOwner,
  };
}
