import { createHash, timingSafeEqual } from 'node:crypto';
import { hasActivePlan, listWatchable } from '../../store/plans/watched.ts';
import { isWatchersKey, planKeySecret } from '../access/planKeys.ts';
import { type AppContext, nowIso } from '../appContext.ts';
import { noteWatcher } from './asks.ts';

type WatchedPlan = { planId: string; key: string; hasWork: boolean; isStale: boolean };

/** Lists the plans to watch, for the holder of the watcher's secret; null for everyone else. */
export async function listWatchedPlans(app: AppContext, secret: string): Promise<{ plans: WatchedPlan[] } | null> {
  if (!timingSafeEqual(digest(secret), digest(app.settings.watchSecret))) return null;
  await noteWatcher(app);
  const now = nowIso(app);
  const plans = await listWatchable(app.db);
  return {
    plans: plans.map(({ id, keyId, keyHash, nextDueAt, isOpen }) => {
      const isStale = !isWatchersKey(app, keyId, keyHash);
      const hasWork = !isStale && (isOpen || (nextDueAt !== null && nextDueAt <= now));
      return { planId: id, key: planKeySecret(app, keyId), hasWork, isStale };
    }),
  };
}

/** Returns true if there is any plan to watch. */
export function hasPlansToWatch(app: AppContext): Promise<boolean> {
  return hasActivePlan(app.db);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
