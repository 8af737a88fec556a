import { AppError } from '../../domain/errors.ts';
import type { Usage } from '../../domain/runs/run.ts';
import type { RunPatch, RunRecord } from '../../domain/runs/runRecord.ts';
import { findRun, saveRun } from '../../store/runs.ts';
import { inTransaction, type Tx } from '../../store/transaction.ts';
import { concernsAlerts, tellOfRun } from '../alerts/runAlerts.ts';
import { concernsMoney, settleRun } from '../money/runPurchase.ts';
import { nowIso, type World } from '../world.ts';

/** Each try loses only to a save that went through, and a run has few writers: more than this is a fault of ours. */
const maxTries = 12;

/** `changed` is false when the run, as it then stood, was left as it was. */
export type ChangedRun<Run extends RunRecord = RunRecord> = { run: Run; changed: boolean };

/**
 * The one way to change a run. `decide` sees the run as it stands and says what to change, or null to leave it alone;
 * when another save came between, it is asked anew about what that one left. `also` writes in the same transaction, and
 * so is the money of a run that ends, or whose price is stated, and what rules of alerts tell of it: no end can be saved
 * without them.
 * @param answerUsage what the answer alone used, where the patch also counts something else
 * @param run as last read; a run that no longer exists is returned as it is
 * @throws temporarily_unavailable when every try lost to another save: nothing of this change was saved
 */
export async function changeRun<Run extends RunRecord>(
  world: Pick<World, 'db' | 'databaseKind' | 'runtime' | 'prices'>,
  run: Run,
  decide: (current: Run) => RunPatch | null,
  also?: (tx: Tx, saved: Run, patch: RunPatch) => Promise<void>,
  answerUsage?: Usage,
): Promise<ChangedRun<Run>> {
  let current = run;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const patch = decide(current);
    if (patch === null) return { run: current, changed: false };
    const from = current;
    const now = nowIso(world);
    const money = concernsMoney(from, patch);
    const telling = concernsAlerts(from, patch);
    const saved =
      also === undefined && !money && !telling
        ? await saveRun(world.db, from, patch, now)
        : await inTransaction(world.db, async (tx) => {
            const done = await saveRun(tx, from, patch, now);
            if (done === null) return null;
            await also?.(tx, done, patch);
            if (telling) await tellOfRun(tx, world, done);
            // Last: it locks the balances.
            if (money && done.kind === 'keyword') await settleRun(tx, world, done, answerUsage ?? done.usage, now);
            return done;
          });
    if (saved !== null) return { run: saved, changed: true };
    const latest = await findRun(world.db, run.workspaceId, run.id);
    if (latest === null) return { run: current, changed: false };
    // A run never changes its kind.
    current = latest as Run;
  }
  throw new AppError(
    'temporarily_unavailable',
    `Run ${run.id} is being changed by others without pause. This change was not saved; read the run, then try again.`,
    { retry: 'same_key', retryAfterSeconds: 2 },
  );
}
