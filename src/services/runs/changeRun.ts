import { AppError } from '../../domain/errors.ts';
import type { AnswerUse } from '../../domain/money/runMoney.ts';
import type { RunPatch, RunRecord } from '../../domain/runs/runRecord.ts';
import { inTransaction, type Tx } from '../../store/database/transaction.ts';
import { findRun, saveRun } from '../../store/runs/rows.ts';
import { alertOnRun, concernsAlerts } from '../alerts/runAlerts.ts';
import { type AppContext, nowIso } from '../appContext.ts';
import { concernsMoney, settleRun } from '../money/runPurchase.ts';

/** Each attempt loses only to a successful save, and a run has few writers: more attempts than this mean a bug. */
const maxTries = 12;

/** `changed` is false if the run, in its latest state, was left unchanged. */
export type ChangedRun<Run extends RunRecord = RunRecord> = { run: Run; changed: boolean };

/**
 * Changes a run; no other function does. `decide` receives the run's latest state and returns the change, or null for
 * none; after a version conflict it is called again with the newer state. `also` writes in the same transaction. The
 * settlement of a run that ends or whose price is stated, and its alerts, are part of it: no end is saved without them.
 * @param answerUse usage of the answer alone, if the patch counts something else, or if the vendor counted nothing
 * @param run as last read; a run that no longer exists is returned unchanged
 * @throws temporarily_unavailable if every attempt met a version conflict; the change was not saved
 */
export async function changeRun<Run extends RunRecord>(
  app: Pick<AppContext, 'db' | 'databaseKind' | 'runtime' | 'prices'>,
  run: Run,
  decide: (current: Run) => RunPatch | null,
  also?: (tx: Tx, saved: Run, patch: RunPatch) => Promise<void>,
  answerUse?: AnswerUse,
): Promise<ChangedRun<Run>> {
  let current = run;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const patch = decide(current);
    if (patch === null) return { run: current, changed: false };
    const from = current;
    const now = nowIso(app);
    const money = concernsMoney(from, patch);
    const telling = concernsAlerts(from, patch);
    const saved =
      also === undefined && !money && !telling
        ? await saveRun(app.db, from, patch, now)
        : await inTransaction(app.db, async (tx) => {
            const run = await saveRun(tx, from, patch, now);
            if (run === null) return null;
            await also?.(tx, run, patch);
            if (telling) await alertOnRun(tx, app, run);
            // Runs last, because it locks the balances.
            if (money && run.kind === 'keyword') {
              await settleRun(tx, app, run, answerUse ?? { usage: run.usage, isFromText: false }, now);
            }
            return run;
          });
    if (saved !== null) return { run: saved, changed: true };
    const latest = await findRun(app.db, run.workspaceId, run.id);
    if (latest === null) return { run: current, changed: false };
    // A run never changes its kind.
    current = latest as Run;
  }
  throw new AppError(
    'temporarily_unavailable',
    `Run ${run.id} kept changing, so this change was not saved. Read the run, then try again.`,
    { retry: 'same_key', retryAfterSeconds: 2 },
  );
}
