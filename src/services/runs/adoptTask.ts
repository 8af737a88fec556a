import { isTerminal } from '../../domain/runs/run.ts';
import type { KeywordRun, RunRecord } from '../../domain/runs/runRecord.ts';
import { afterProof, type TaskProof } from '../../domain/runs/runState.ts';
import type { SpilledReceipt } from '../../ports/spill.ts';
import { type AppContext, isPastDeadline, lookUpDeadlineMs, nowIso, steadyIso } from '../appContext.ts';
import { type ChangedRun, changeRun } from './changeRun.ts';

/**
 * Saves the proof that a run's create made a task, even after the run was given up: it is then polled like any other.
 * Past its deadline the run gets a new one, counted from the proof, so that a paid task is not cancelled unread.
 */
export async function adoptTask(app: AppContext, run: KeywordRun, proof: TaskProof): Promise<ChangedRun<KeywordRun>> {
  const adopted = await changeRun(app, run, (current) =>
    afterProof(current, proof, {
      now: nowIso(app),
      dueAt: steadyIso(app),
      deadlineAt: isPastDeadline(app, current) ? steadyIso(app, lookUpDeadlineMs(app, current)) : null,
    }),
  );
  if (adopted.changed && adopted.run.reopenedAt !== run.reopenedAt) {
    app.log.warn({ runId: run.id, taskId: proof.taskId }, 'reopened a run that was given up, because its task exists');
  }
  return adopted;
}

/**
 * Imports a spilled receipt. Its file is removed only once the database knows the task: a receipt that contradicts its
 * run is set aside for a person.
 * @returns whether the database knows the task now
 */
export async function importReceipt(app: AppContext, run: RunRecord, receipt: SpilledReceipt): Promise<boolean> {
  if (run.kind !== 'keyword') return false;
  const { sessionId, taskId } = receipt;
  const { run: current, changed } = await adoptTask(app, run, {
    sessionId,
    taskId,
    costUsd: receipt.costUsd ?? null,
  });
  if (changed || knowsTask(current, receipt)) {
    await app.spill.remove(receipt);
    if (changed) app.log.info({ runId: run.id }, 'a spilled receipt was saved');
    return true;
  }
  if (isTerminal(current.status) || current.taskId !== null) {
    const task = current.taskId === null ? '' : ` and knows the task ${current.taskId}`;
    await app.spill.setAside(receipt, `run ${run.id} is ${current.status}${task}; the receipt names ${taskId}`);
  }
  return false;
}

function knowsTask(run: KeywordRun, { sessionId, taskId }: SpilledReceipt): boolean {
  if (run.taskId !== null) return run.taskId === taskId;
  // Work that was found through its conversation may have no other id.
  return run.phase === 'submitted' && sessionId !== null && run.sessionId === sessionId;
}

/**
 * Imports receipts that this process spilled for a run, before its deadline is judged. @returns whether a receipt was
 * imported
 */
export async function importOwnReceipt(app: AppContext, run: KeywordRun): Promise<boolean> {
  const receipt = (await app.spill.list()).find(({ runId }) => runId === run.id);
  return receipt !== undefined && importReceipt(app, run, receipt);
}
