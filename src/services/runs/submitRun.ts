import { AppError } from '../../domain/errors.ts';
import { kindOfRefusal, type Refusal } from '../../domain/plans/refusal.ts';
import { laterUsage } from '../../domain/runs/run.ts';
import type { KeywordRun, RunPatch } from '../../domain/runs/runRecord.ts';
import { afterRefusal, afterUncertainCreate, sentence } from '../../domain/runs/runState.ts';
import type { AnswerRequest, RemoteHandle, RemoteSnapshot } from '../../ports/answerRequest.ts';
import { openBuyers } from '../../ports/buyers.ts';
import { assertOutsideTransaction, type Tx } from '../../store/database/transaction.ts';
import { insertRefusal } from '../../store/runs/refusals.ts';
import { type AppContext, computePollIntervalMs, isPastDeadline, nowIso, steadyIso } from '../appContext.ts';
import { raceShutdown } from '../raceShutdown.ts';
import { stopIfCancelRequested } from './cancelRun.ts';
import { changeRun } from './changeRun.ts';
import { grantCapability } from './grantCapability.ts';
import { saveProgress } from './saveProgress.ts';

/** Milliseconds after the submit timeout in which the process may still be submitting the run. */
const submitGraceMs = 5_000;
const receiptTries = 3;
/** Longest wait that a vendor may demand: a round ends after a day. */
const maxRetryAfterSeconds = 86_400;
const stoppedFirst = 'the server was stopped before the provider answered';

/**
 * Buys an answer; no other function does. It durably moves a reserved run to `submitting`, for one caller, and sends
 * exactly one create. A run in any other phase is returned unchanged: nothing is ever sent twice.
 * @throws persistence_unconfirmed if the provider accepted but the receipt could not be saved (it is spilled to disk)
 */
export async function submitRun(app: AppContext, reserved: KeywordRun): Promise<KeywordRun> {
  assertOutsideTransaction('a paid request');
  if (reserved.phase !== 'reserved' || reserved.status !== 'queued') return reserved;
  if (isPastDeadline(app, reserved)) {
    return refuse(app, reserved, unsent('deadline_passed', 'The run was never sent.'));
  }
  const buyer = openBuyers(app.buyers).answers.get(reserved.engine);
  if (buyer === undefined) return refuse(app, reserved, engineOff(reserved));
  const request = await buildRequest(app, reserved);
  const prepared = await raceShutdown(app, buyer.prepare(request), { kind: 'unavailable', cause: stoppedFirst });
  if (prepared.kind === 'refused') return refuse(app, reserved, prepared);
  if (prepared.kind === 'unavailable') {
    return refuse(app, reserved, unsent('provider_unavailable', sentence(prepared.cause)));
  }
  const changedRun = await changeRun(app, reserved, (current) =>
    current.phase !== 'reserved' || current.status !== 'queued'
      ? null
      : {
          phase: 'submitting',
          sessionId: prepared.sessionId,
          submittedAt: nowIso(app),
          environmentFingerprint: buyer.fingerprint(request),
          dueAt: steadyIso(app, app.settings.submitTimeoutMs + submitGraceMs),
        },
  );
  // Another process claimed it, or it was cancelled.
  if (!changedRun.changed) return changedRun.run;
  const submitting = changedRun.run;

  const sending = buyer.submit(request, { sessionId: prepared.sessionId, taskId: null });
  const outcome = await raceShutdown(app, sending, { kind: 'uncertain', cause: stoppedFirst });
  switch (outcome.kind) {
    case 'refused':
      return refuse(app, submitting, outcome);
    case 'uncertain':
      return settle(
        app,
        submitting,
        afterUncertainCreate(outcome.cause, steadyIso(app, computePollIntervalMs(app, submitting))),
      );
    case 'accepted':
      return stopIfCancelRequested(app, await saveReceipt(app, submitting, outcome.handle, outcome.snapshot));
  }
}

async function buildRequest(app: AppContext, run: KeywordRun): Promise<AnswerRequest> {
  return {
    runId: run.id,
    question: run.ask.question,
    locale: run.ask.locale,
    search: run.ask.search,
    harnessVersion: run.harnessVersion,
    seoTool: run.ask.seoDomain === null ? null : await grantCapability(app, run, run.ask.seoDomain),
  };
}

/**
 * Refuses an engine that was switched off after the run was reserved: the request cannot be sent, and nothing was
 * bought.
 */
function engineOff({ engine }: KeywordRun): Refusal {
  return unsent('engine_off', `The engine ${engine} is not configured.`);
}

function unsent(code: string, message: string): Refusal {
  return { code, message, httpStatus: null, retryAfterSeconds: null };
}

/** Ends a run that provably bought nothing, with the reason: its round may send it again. */
function refuse(app: AppContext, run: KeywordRun, refusal: Refusal): Promise<KeywordRun> {
  const { code, message, retryAfterSeconds } = refusal;
  const seconds = retryAfterSeconds === null ? null : Math.min(maxRetryAfterSeconds, retryAfterSeconds);
  const noted = { kind: kindOfRefusal(refusal), retryAfterSeconds: seconds };
  return settle(app, run, afterRefusal(code, `${message} Nothing was bought.`), (tx) => insertRefusal(tx, run, noted));
}

/** Saves an end or a wait, unless the run has left the phase in which this was decided. */
async function settle(
  app: AppContext,
  run: KeywordRun,
  patch: RunPatch,
  also?: (tx: Tx) => Promise<void>,
): Promise<KeywordRun> {
  const decide = (current: KeywordRun) => (current.phase !== run.phase || current.dueAt === null ? null : patch);
  const settled = await changeRun(app, run, decide, also);
  return settled.run;
}

function awaitsReceipt({ phase }: KeywordRun): boolean {
  return phase === 'submitting' || phase === 'unresolved';
}

/**
 * Money is spent from here on: the ids reach the database or a synced file, or the response says that neither worked.
 */
async function saveReceipt(
  app: AppContext,
  submitting: KeywordRun,
  handle: RemoteHandle,
  snapshot: RemoteSnapshot,
): Promise<KeywordRun> {
  const dueAt = steadyIso(app, computePollIntervalMs(app, submitting));
  let failure: unknown = null;
  for (let attempt = 0; attempt < receiptTries; attempt += 1) {
    try {
      const usage = laterUsage(submitting.usage, snapshot.usage);
      const receipt = { phase: 'submitted', sessionId: handle.sessionId, taskId: handle.taskId, dueAt, usage } as const;
      return await saveProgress(app, submitting, snapshot, receipt, awaitsReceipt);
    } catch (cause) {
      failure = cause;
    }
  }
  app.log.error({ runId: submitting.id, cause: String(failure) }, 'could not save a receipt; writing it to the spill');
  if (handle.taskId !== null) {
    await app.spill
      .write({
        runId: submitting.id,
        workspaceId: submitting.workspaceId,
        sessionId: handle.sessionId,
        taskId: handle.taskId,
        costUsd: snapshot.usage.costUsd,
        acceptedAt: nowIso(app),
      })
      .catch((cause: unknown) => app.log.error({ runId: submitting.id, cause: String(cause) }, 'the spill failed too'));
  }
  throw new AppError(
    'persistence_unconfirmed',
    'The provider accepted this run, but saving its receipt is unconfirmed. Keep the recovery ids and inspect this run before any new request.',
    { recovery: { runId: submitting.id, sessionId: handle.sessionId ?? handle.taskId }, retry: 'inspect_run' },
  );
}
