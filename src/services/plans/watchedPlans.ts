import { createHash, timingSafeEqual } from 'node:crypto';
import { hasActivePlan, listWatchable } from '../../store/watchedPlanRows.ts';
import { isWatchersKey, planKeySecret } from '../access/planKeys.ts';
import { nowIso, type World } from '../world.ts';
import { noteWatcher } from './asks.ts';

type WatchedPlan = { planId: string; key: string; hasWork: boolean; isStale: boolean };

/** Lists the plans to watch, for the holder of the watcher's secret; null for everyone else. */
export async function listWatchedPlans(world: World, secret: string): Promise<{ plans: WatchedPlan[] } | null> {
  if (!timingSafeEqual(digest(secret), digest(world.settings.watchSecret))) return null;
  await noteWatcher(world);
  const now = nowIso(world);
  const plans = await listWatchable(world.db);
  return {
    plans: plans.map(({ id, keyId, keyHash, nextDueAt, isOpen }) => {
      const isStale = !isWatchersKey(world, keyId, keyHash);
      const hasWork = !isStale && (isOpen || (nextDueAt !== null && nextDueAt <= now));
      return { planId: id, key: planKeySecret(world, keyId), hasWork, isStale };
    }),
  };
}

/** Returns true if there is any plan to watch. */
export function hasPlansToWatch(world: World): Promise<boolean> {
  return hasActivePlan(world.db);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
