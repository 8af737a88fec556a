import { maxSecondReaderTextLength, type SecondOutcome, textDigest } from '../../domain/answer/secondReading.ts';
import { expectedReadingCost } from '../../domain/money/expectedCost.ts';
import { dayOf } from '../../domain/money/month.ts';
import { isTerminal } from '../../domain/runs/run.ts';
import type { KeywordRun } from '../../domain/runs/runRecord.ts';
import type { RemoteSnapshot } from '../../ports/answerRequest.ts';
import { inTransaction, type Tx } from '../../store/database/transaction.ts';
import { lockOwner } from '../../store/runs/reservations.ts';
import { saveRawAnswer } from '../../store/runs/results.ts';
import { findRun } from '../../store/runs/rows.ts';
import {
  countReadingsSince,
  findSecondReading,
  findSecondReadingOfRun,
  planReading,
  type SecondReadingRecord,
} from '../../store/runs/secondReadings.ts';
import { type AppContext, computePollIntervalMs, isPastDeadline, nowIso, steadyIso } from '../appContext.ts';
import { holdPurchases } from '../money/holdPurchase.ts';
import { readingPurchase } from '../money/runPurchase.ts';

/** Returns the identity of the second reader that the run's ensure fixed; null if there is only one reader. */
function secondReaderOf(run: KeywordRun): string | null {
  return run.ask.secondReader ?? null;
}

/** Returns true while the run's answer is saved and its second reading has not ended. */
export async function awaitsSecondReading(app: AppContext, run: KeywordRun): Promise<boolean> {
  return (await openSecondReading(app, run)) !== null;
}

export async function openSecondReading(app: AppContext, run: KeywordRun): Promise<SecondReadingRecord | null> {
  if (secondReaderOf(run) === null) return null;
  const reading = await findSecondReadingOfRun(app.db, run.workspaceId, run.id);
  return reading === null || reading.state === 'ended' ? null : reading;
}

/** `open`: the reading is planned or in progress, for this run or one with the same text, and is polled when due. */
export type SecondClaim = { kind: 'open'; dueAt: string } | { kind: 'ended'; outcome: SecondOutcome };

/**
 * Claims the second reading of a finished answer. Returns the outcome of an equal text that was read before, a durable
 * intent within the owner's daily limit, saved together with the answer, or the reason why only one reader reads it.
 * Buys nothing. Null: the run has only one reader, or has ended.
 */
export async function claimSecondReading(
  app: AppContext,
  run: KeywordRun,
  text: string,
  snapshot: RemoteSnapshot,
): Promise<SecondClaim | null> {
  const reader = secondReaderOf(run);
  if (reader === null) return null;
  const key = { workspaceId: run.workspaceId, textDigest: textDigest(text), reader };
  return inTransaction(app.db, async (tx): Promise<SecondClaim | null> => {
    await lockOwner(tx, app.databaseKind, run.ownerId);
    const current = await findRun(tx, run.workspaceId, run.id);
    if (current === null || isTerminal(current.status)) return null;
    const now = nowIso(app);
    const stopped = current.cancelRequestedAt !== null || isPastDeadline(app, current);
    const secondReading = await findSecondReading(tx, key);
    if (secondReading !== null && secondReading.outcome !== null)
      return { kind: 'ended', outcome: secondReading.outcome };
    // The worker ends this run's own reading; another run's is awaited only until this run's deadline.
    if (secondReading !== null && (secondReading.runId === run.id || !stopped)) {
      return { kind: 'open', dueAt: steadyIso(app, computePollIntervalMs(app, run)) };
    }
    const because = stopped ? 'the run was asked to stop' : await whySingle(tx, app, run, text, now);
    if (because !== null) return { kind: 'ended', outcome: { kind: 'single', because } };
    // Saves the paid answer before the next payment.
    await saveRawAnswer(tx, { workspaceId: run.workspaceId, runId: run.id }, snapshot.raw, now);
    const { status, model, finishedAt, completedSearchCount, usage, error } = snapshot;
    const progress = { status, model, finishedAt, completedSearchCount, usage, error };
    // A run has only one reading, even if its text changes.
    if ((await findSecondReadingOfRun(tx, run.workspaceId, run.id)) !== null) return { kind: 'open', dueAt: now };
    const unaffordable = await holdReading(tx, app, run, reader, text.length, now);
    if (unaffordable !== null) return { kind: 'ended', outcome: { kind: 'single', because: unaffordable } };
    await planReading(tx, { ...key, runId: run.id, ownerId: run.ownerId, progress, createdAt: now });
    return { kind: 'open', dueAt: steadyIso(app) };
  });
}

/** Holds the worst case of a reading. Returns the reason if it does not fit into a budget, otherwise null. */
async function holdReading(
  tx: Tx,
  app: AppContext,
  run: KeywordRun,
  reader: string,
  characters: number,
  now: string,
): Promise<string | null> {
  const purchase = readingPurchase(app, run, reader, now);
  const { engine, model } = purchase;
  const expected = expectedReadingCost(app.prices.book(), { engine, model, date: dayOf(now) }, characters);
  const denial = await holdPurchases(tx, app, [{ purchase, expected }], 'a second reading');
  if (denial === null) return null;
  return denial.neededUsd === null
    ? `its price is not known, and a budget of the ${denial.budget} applies`
    : `the budget of the ${denial.budget} has $${denial.leftUsd} left, and it may cost $${denial.neededUsd}`;
}

async function whySingle(tx: Tx, app: AppContext, run: KeywordRun, text: string, now: string): Promise<string | null> {
  if (text.length > maxSecondReaderTextLength)
    return `the answer is longer than ${maxSecondReaderTextLength} characters`;
  const limit = app.settings.secondReadingsPerDay;
  if ((await countReadingsSince(tx, run.ownerId, `${now.slice(0, 10)}T00:00:00.000Z`)) < limit) return null;
  return `the limit of ${limit} second readings a UTC day was reached`;
}
