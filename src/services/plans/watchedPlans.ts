import { createHash, timingSafeEqual } from 'node:crypto';
import { hasActivePlan, listWatchable } from '../../store/watchedPlanRows.ts';
import { planKeySecret } from '../access/planKeys.ts';
import { nowIso, type World } from '../world.ts';
import { noteWatcher } from './asks.ts';

type WatchedPlan = { planId: string; key: string; hasWork: boolean };

/** What a watcher is to look at, for whoever holds the watcher's secret; null for everybody else. */
export async function listWatchedPlans(world: World, secret: string): Promise<{ plans: WatchedPlan[] } | null> {
  if (!timingSafeEqual(digest(secret), digest(world.settings.watchSecret))) return null;
  await noteWatcher(world);
  const now = nowIso(world);
  const plans = await listWatchable(world.db);
  return {
    plans: plans.map(({ id, keyId, nextDueAt, isOpen }) => ({
      planId: id,
      key: planKeySecret(world, keyId),
      hasWork: isOpen || (nextDueAt !== null && nextDueAt <= now),
    })),
  };
}

/** Whether there is anything to watch over at all. */
export function hasPlansToWatch(world: World): Promise<boolean> {
  return hasActivePlan(world.db);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
