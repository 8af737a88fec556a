import { AppError } from '../domain/errors.ts';
import type { RunRecord } from '../domain/runRecord.ts';
import { afterRefusal, afterUncertainCreate, sentence } from '../domain/runState.ts';
import type { AnswerRequest, RemoteHandle, RemoteSnapshot } from '../ports/answerProvider.ts';
import { findRun, saveRun } from '../store/runs.ts';
import { assertOutsideTransaction } from '../store/transaction.ts';
import { stopIfAsked } from './cancelRun.ts';
import { grantCapability } from './grantCapability.ts';
import { saveProgress } from './saveProgress.ts';
import { nowIso, type World } from './world.ts';

/** How long after the submit timeout a run still counts as being submitted by whoever began, in milliseconds. */
const submitGraceMs = 5_000;
const receiptTries = 3;

/**
 * The one function that buys an answer. It takes a reserved run to `submitting`, durably and as the only taker, and
 * sends exactly one create. A run in any other phase is returned as it is: nothing is ever sent twice.
 * @throws persistence_unconfirmed when the provider accepted and the receipt could not be saved (it is spilled to disk)
 */
export async function submitRun(world: World, reserved: RunRecord): Promise<RunRecord> {
  assertOutsideTransaction('a paid request');
  if (reserved.phase !== 'reserved' || reserved.status !== 'queued' || reserved.ask.kind !== 'keyword') return reserved;
  if (world.runtime.now() >= Date.parse(reserved.deadlineAt)) {
    return settle(world, reserved, afterRefusal('deadline_passed', 'The run was never sent. Nothing was bought.'));
  }
  const request = await requestOf(world, reserved);
  const prepared = await world.answers.prepare(request);
  if (prepared.kind === 'refused') {
    return settle(world, reserved, afterRefusal(prepared.code, `${prepared.message} Nothing was bought.`));
  }
  if (prepared.kind === 'unavailable') {
    return settle(
      world,
      reserved,
      afterRefusal('provider_unavailable', `${sentence(prepared.cause)} Nothing was bought.`),
    );
  }
  const submitting = await saveRun(
    world.db,
    reserved,
    {
      phase: 'submitting',
      sessionId: prepared.sessionId,
      submittedAt: nowIso(world),
      environmentFingerprint: world.answers.fingerprint(request),
      dueAt: nowIso(world, world.settings.submitTimeoutMs + submitGraceMs),
    },
    nowIso(world),
  );
  // Somebody else took it, or it was cancelled: theirs is the truth now.
  if (submitting === null) return (await findRun(world.db, reserved.workspaceId, reserved.id)) ?? reserved;

  const outcome = await world.answers.submit(request, { sessionId: prepared.sessionId, taskId: null });
  switch (outcome.kind) {
    case 'refused':
      return settle(world, submitting, afterRefusal(outcome.code, `${outcome.message} Nothing was bought.`));
    case 'uncertain':
      return settle(
        world,
        submitting,
        afterUncertainCreate(outcome.cause, nowIso(world, world.settings.pollIntervalMs)),
      );
    case 'accepted':
      return stopIfAsked(world, await saveReceipt(world, submitting, outcome.handle, outcome.snapshot));
  }
}

async function requestOf(world: World, run: RunRecord): Promise<AnswerRequest> {
  if (run.ask.kind !== 'keyword') throw new Error(`run ${run.id} does not ask a question`);
  return {
    runId: run.id,
    question: run.ask.question,
    locale: run.ask.locale,
    search: run.ask.search,
    harnessVersion: run.harnessVersion,
    seoTool: run.ask.seoDomain === null ? null : await grantCapability(world, run, run.ask.seoDomain),
  };
}

/** Saves an end or a wait; when another save came first, tries again on what that one left. */
async function settle(world: World, run: RunRecord, patch: Parameters<typeof saveRun>[2]): Promise<RunRecord> {
  const saved = await saveRun(world.db, run, patch, nowIso(world));
  if (saved !== null) return saved;
  const current = await findRun(world.db, run.workspaceId, run.id);
  if (current === null || current.phase !== run.phase || current.dueAt === null) return current ?? run;
  return settle(world, current, patch);
}

/** From here on money is spent: the ids reach the database, or a synced file, or the answer says that neither worked. */
async function saveReceipt(
  world: World,
  submitting: RunRecord,
  handle: RemoteHandle,
  snapshot: RemoteSnapshot,
): Promise<RunRecord> {
  const dueAt = nowIso(world, world.settings.pollIntervalMs);
  let failure: unknown = null;
  for (let attempt = 0; attempt < receiptTries; attempt += 1) {
    try {
      const current = (await findRun(world.db, submitting.workspaceId, submitting.id)) ?? submitting;
      if (current.phase !== 'submitting' && current.phase !== 'unresolved') return current;
      const saved = await saveProgress(world, current, snapshot, {
        phase: 'submitted',
        sessionId: handle.sessionId,
        taskId: handle.taskId,
        dueAt,
      });
      if (saved !== null) return saved;
    } catch (cause) {
      failure = cause;
    }
  }
  world.log.error(
    { runId: submitting.id, cause: String(failure) },
    'a receipt could not be saved; it goes to the spill',
  );
  if (handle.taskId !== null) {
    await world.spill
      .write({
        runId: submitting.id,
        workspaceId: submitting.workspaceId,
        sessionId: handle.sessionId,
        taskId: handle.taskId,
        acceptedAt: nowIso(world),
      })
      .catch((cause: unknown) =>
        world.log.error({ runId: submitting.id, cause: String(cause) }, 'the spill failed too'),
      );
  }
  throw new AppError(
    'persistence_unconfirmed',
    'The provider accepted this run, and saving its receipt is unconfirmed. Keep the recovery ids and inspect this run before any new request.',
    { recovery: { runId: submitting.id, sessionId: handle.sessionId ?? handle.taskId }, retry: 'inspect_run' },
  );
}
