import { findRun, saveRun } from '../store/runs.ts';
import { nowIso, type World } from './world.ts';

/** Brings spilled receipts home once the database takes them again. Safe to repeat. Returns how many came home. */
export async function replaySpill(world: World): Promise<number> {
  let replayed = 0;
  for (const receipt of await world.spill.list()) {
    const run = await findRun(world.db, receipt.workspaceId, receipt.runId);
    if (run !== null && (run.phase === 'submitting' || run.phase === 'unresolved') && run.dueAt !== null) {
      const saved = await saveRun(
        world.db,
        run,
        {
          phase: 'submitted',
          status: run.status === 'requires_action' ? 'running' : run.status,
          error: null,
          sessionId: receipt.sessionId,
          taskId: receipt.taskId,
          dueAt: nowIso(world),
        },
        nowIso(world),
      );
      if (saved === null) continue;
    }
    await world.spill.remove(receipt.runId);
    replayed += 1;
    world.log.info({ runId: receipt.runId }, 'a spilled receipt was saved');
  }
  return replayed;
}
