import { AppError } from '../../domain/errors.ts';
import { isTerminal } from '../../domain/runs/run.ts';
import type { RunRecord } from '../../domain/runs/runRecord.ts';
import type { ReceivedNotice } from '../../ports/answerReader.ts';
import type { ReadableEngine } from '../../ports/engines.ts';
import { isFirstDelivery, scheduleLooks } from '../../store/dueRuns.ts';
import { findActiveRun, findRunByTask } from '../../store/runs.ts';
import { nowIso, steadyIso, type World } from '../world.ts';
import { saveProgress } from './saveProgress.ts';

/**
 * Takes a provider's notice that something changed: checked, de-duplicated, and turned into one early look. Nothing in
 * the notice itself is believed. Returns false when its signature does not hold.
 */
export async function receiveWebhook(world: World, engineId: string, received: ReceivedNotice): Promise<boolean> {
  const engine = world.engines.of({ engine: engineId });
  const notice = (await engine?.reader.verifyNotice(received)) ?? null;
  if (engine === null || notice === null) return false;
  const run = (await findRunByTask(world.db, notice.taskId)) ?? (await adoptLostTask(world, engine, notice.taskId));
  if (!(await isFirstDelivery(world.db, notice.deliveryId, nowIso(world)))) return true;
  if (run === null || isTerminal(run.status)) return true;
  await scheduleLooks(world.db, [
    { id: run.id, workspaceId: run.workspaceId, dueAt: steadyIso(world), failedLooks: 0 },
  ]);
  world.wakeWorker();
  return true;
}

/**
 * A task that no run knows may be the lost creation of one: the provider's own object names the run it was made for.
 * @throws temporarily_unavailable while the task cannot be read, or its run awaits its receipt: only then is it known
 *   whether it is lost
 */
async function adoptLostTask(
  world: World,
  { engine, reader }: ReadableEngine,
  taskId: string,
): Promise<RunRecord | null> {
  const snapshot = await reader.retrieve({ sessionId: null, taskId });
  // Work that was made a moment ago may not be readable yet. The notice may be the only way to it: it must come again.
  if (snapshot.kind !== 'found') throw comeAgain('What this delivery is about cannot be read now');
  if (!snapshot.snapshot.runId) return null;
  const run = await findActiveRun(world.db, snapshot.snapshot.runId);
  if (run === null || run.engine !== engine.id || run.taskId !== null) return null;
  if (run.phase === 'submitting') {
    throw comeAgain('The run of this delivery is still being sent');
  }
  if (run.phase !== 'unresolved') return null;
  return saveProgress(world, run, snapshot.snapshot, { phase: 'submitted', taskId, error: null });
}

function comeAgain(why: string): AppError {
  return new AppError('temporarily_unavailable', `${why}; deliver it again later.`, {
    retry: 'same_key',
    retryAfterSeconds: 30,
  });
}
