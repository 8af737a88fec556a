import type { FrozenAnswer } from '../../domain/answer/frozenAnswer.ts';
import { claimSecondNames, type SecondOutcome } from '../../domain/answer/secondReading.ts';
import type { MoneyEnd } from '../../domain/money/purchase.ts';
import { endByUse, estimateUse } from '../../domain/money/runMoney.ts';
import { addUsage, isTerminal, laterUsage, type Usage } from '../../domain/runs/run.ts';
import type { KeywordRun } from '../../domain/runs/runRecord.ts';
import { afterPoll } from '../../domain/runs/runState.ts';
import { openBuyers } from '../../ports/buyers.ts';
import type { ModelReaderOutcome } from '../../ports/modelReader.ts';
import { assertOutsideTransaction, type Tx } from '../../store/database/transaction.ts';
import { lastRestoredAt } from '../../store/operator/restoreFences.ts';
import { schedulePolls } from '../../store/runs/due.ts';
import { findRawAnswers } from '../../store/runs/rawAnswers.ts';
import { beginReading, endReading, type SecondReadingRecord } from '../../store/runs/secondReadings.ts';
import { type AppContext, isPastDeadline, millisecondsSince, nowIso, steadyIso } from '../appContext.ts';
import { endPurchase } from '../money/endPurchase.ts';
import { readingPurchase } from '../money/runPurchase.ts';
import { changeRun } from './changeRun.ts';
import { openSecondReading } from './claimSecondReading.ts';
import { readOrCutOff } from './readAnswers.ts';
import { deriveEnd, saveReading } from './saveProgress.ts';

const saveTries = 3;

/** Outcome of a reading, and its usage; null if unknown: `bought` then says whether anything may have to be paid. */
type End = { outcome: SecondOutcome; usage: Usage | null; bought: 'nothing' | 'unknown' };

/**
 * Buys a second reading, for a run whose ensure includes it, only on behalf of the worker; no other function does. The
 * intent durably changes from `planned` to `sending`, for one worker, before the one create is sent; a reading found in
 * `sending` is never sent again, and the run then has only one reader. The run ends with the reading.
 * @returns false if the run has no open reading
 */
export async function submitSecondReading(app: AppContext, run: KeywordRun): Promise<boolean> {
  assertOutsideTransaction('a paid request');
  if (isTerminal(run.status)) return false;
  const reading = await openSecondReading(app, run);
  if (reading === null) return false;
  const raw = (await findRawAnswers(app.db, run.workspaceId, [run.id])).get(run.id);
  const readable = app.engines.of(run);
  // Its engine is not configured now, so the run waits for it.
  if (readable === null) return false;
  const answer = readable.reader.freeze(raw ?? null);
  if (answer === null) throw new Error(`run ${run.id} has a second reading planned and no answer`);
  const pollAgainIn = (milliseconds: number) =>
    schedulePolls(app.db, [
      { id: run.id, workspaceId: run.workspaceId, failedPolls: 0, dueAt: steadyIso(app, milliseconds) },
    ]);
  if (reading.state === 'sending') {
    const leftMs = lookupPeriodMs(app) - millisecondsSince(app, reading.sentAt ?? reading.createdAt);
    if (leftMs > 0) {
      await pollAgainIn(leftMs);
      return true;
    }
    const reason = 'the process stopped while the request was being sent; whether it ran, and what it cost, is unknown';
    await finishRun(app, run, reading, answer, single(reason, 'unknown'));
    return true;
  }
  const { secondReader } = openBuyers(app.buyers);
  if (secondReader === null || secondReader.identity !== reading.reader) {
    await finishRun(
      app,
      run,
      reading,
      answer,
      single('the reader was turned off or changed before the request was sent'),
    );
    return true;
  }
  if (run.cancelRequestedAt !== null || isPastDeadline(app, run)) {
    await finishRun(app, run, reading, answer, single('the run was asked to stop'));
    return true;
  }
  const restoredAt = await lastRestoredAt(app.db);
  if (restoredAt !== null && run.createdAt <= restoredAt) {
    const since =
      'the database was restored to an earlier state; whether it was read since, and at what cost, is unknown';
    await finishRun(app, run, reading, answer, single(since));
    return true;
  }
  // If this process dies, the next one knows from this that the reply is lost.
  await pollAgainIn(lookupPeriodMs(app));
  if (!(await beginReading(app.db, reading, nowIso(app)))) return true;
  const came = await secondReader.read({ readingId: reading.runId, text: answer.text });
  await finishRun(app, run, { ...reading, state: 'sending' }, answer, endOfReading(came, answer.text, reading.reader));
  return true;
}

/** Returns the time after which no process waits for the reply. */
function lookupPeriodMs(app: AppContext): number {
  return (app.secondReader?.timeoutMs ?? 0) + app.settings.submitTimeoutMs;
}

function single(because: string, purchase: End['bought'] = 'nothing', usage: Usage | null = null): End {
  return { outcome: { kind: 'single', because }, usage, bought: purchase };
}

function endOfReading(came: ModelReaderOutcome, text: string, reader: string): End {
  switch (came.kind) {
    case 'refused':
      return single(`the provider refused it (${came.code}); nothing was bought`);
    case 'uncertain':
      return single('its reply was lost; whether it ran, and what it cost, is unknown', 'unknown');
    case 'unusable':
      return single(`its reply could not be used (${came.code})`, 'unknown', came.usage);
    case 'answered': {
      const names = claimSecondNames(came.given, text);
      if (names === null) return single('its reply did not have the requested form', 'unknown', came.usage);
      return { outcome: { kind: 'read', reader, names }, usage: came.usage, bought: 'unknown' };
    }
  }
}

/** Ends the reading and with it the run, in one transaction, so that neither is ever visible without the other. */
async function finishRun(
  app: AppContext,
  run: KeywordRun,
  reading: SecondReadingRecord,
  answer: FrozenAnswer,
  end: End,
): Promise<void> {
  const first = await readOrCutOff(app.texts, answer);
  const reply = laterUsage(run.usage, reading.progress.usage);
  const usage = end.usage === null ? reply : addUsage(reply, end.usage);
  for (let tries = saveTries; tries > 0; tries -= 1) {
    try {
      await changeRun(
        app,
        run,
        (current) => {
          const patch = afterPoll(current, deriveEnd(current, reading.progress));
          return patch === null ? null : { ...patch, usage };
        },
        async (tx, ended) => {
          const now = nowIso(app);
          if (!(await endReading(tx, reading, reading.state, end, now))) throw new EndedElsewhere();
          await saveReading(tx, app, ended, reading.progress.finishedAt, first, end.outcome, now);
          await settleReading(tx, app, ended, reading, end, now);
        },
        estimateUse(app.engines.find(run.engine)?.work ?? null, reply, answer),
      );
      return;
    } catch (cause) {
      if (cause instanceof EndedElsewhere) return;
      if (tries > 1) continue;
      // The intent stays `sending`: it ends as lost, and is not bought again.
      app.log.error({ runId: run.id, cause: String(cause) }, 'a second reading could not be saved');
      throw cause;
    }
  }
}

/** Settles the money of a reading: its usage at current prices, nothing, or an unknown amount. */
async function settleReading(
  tx: Tx,
  app: AppContext,
  run: KeywordRun,
  reading: SecondReadingRecord,
  { usage, bought }: End,
  now: string,
): Promise<void> {
  const purchase = readingPurchase(app, run, reading.reader, reading.createdAt);
  const { engine, model } = purchase;
  const request = { engine, models: [model], at: reading.createdAt };
  const end: MoneyEnd =
    usage === null ? { kind: bought } : endByUse(app.prices.book(), request, usage, { unused: 'unknown' });
  await endPurchase(tx, purchase, end, now);
}

/** Another process has ended this reading, and with it the run. */
class EndedElsewhere extends Error {}
