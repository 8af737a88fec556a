import { invalidField } from '../../domain/errors.ts';
import { proveChange } from '../../domain/experiments/changeProof.ts';
import type { Experiment } from '../../domain/experiments/experiment.ts';
import { windowsOf } from '../../domain/experiments/judgedExperiment.ts';
import {
  assignArms,
  type ChangeProof,
  protocolDigest,
  type RecordedChange,
  type Registration,
} from '../../domain/experiments/protocol.ts';
import type { Tx } from '../../store/database/transaction.ts';
import { listRegistered } from '../../store/experiments/rows.ts';
import { listRounds } from '../../store/plans/rounds.ts';
import { findRun } from '../../store/runs/rows.ts';
import { recordAct } from '../access/auditLog.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { buildExperiment, casesOfProtocol, openPlace, pagesOfStep } from './experimentPlace.ts';
import { findJudgement } from './experimentResult.ts';
import { withExperiment } from './experiments.ts';
import { maxRounds } from './observeRounds.ts';
import { buildPower } from './previewExperiment.ts';

/**
 * Freezes an experiment, draws its arms by the digest of what is frozen, and writes the digest to the audit log. Buys
 * nothing: the plan's rounds do, as they would anyway. @throws not_found, invalid_request
 */
export async function registerExperiment(ctx: Ctx, { id }: { id: string }): Promise<Experiment> {
  const draft = await buildExperiment(ctx, id);
  if (draft.registration !== null) throw invalidField('id', 'is registered already');
  const { protocol } = draft;
  const place = await openPlace(ctx, protocol);
  const cases = await casesOfProtocol(ctx, protocol, place);
  await assertFreeClusters(ctx, draft);
  if (protocol.captureBefore !== null || protocol.clusters.some(({ pages }) => pages.length > 0)) {
    await assertCapture(ctx, draft, protocol.captureBefore);
  }
  const digest = protocolDigest(protocol, cases);
  const power = await buildPower(ctx, protocol, place);
  const registration: Registration = {
    at: nowIso(ctx),
    by: ctx.principal.accountEmail,
    digest,
    cases,
    labels: assignArms(protocol, digest),
    repeats: place.plan.revision.repeats,
    smallestEffect: power.smallestEffect,
    powerOfInterest: power.powerOfInterest,
    powerBasis: power.basis,
  };
  return withExperiment(ctx, id, async (tx, experiment) => {
    if (experiment.registration !== null) throw invalidField('id', 'is registered already');
    if (protocolDigest(experiment.protocol, cases) !== digest) {
      throw invalidField('id', 'was changed since it was read; read it again');
    }
    await recordAct(ctx, tx, { act: 'registerExperiment', subject: id, note: `sha256:${digest}` });
    return { ...experiment, registration };
  });
}

/** Refuses two experiments on one question at a time: each would be the other's unregistered change. */
async function assertFreeClusters(ctx: Ctx, draft: Experiment): Promise<void> {
  const own = new Set(draft.protocol.clusters.flatMap(({ questionIds }) => questionIds));
  for (const other of await listRegistered(ctx.db, ctx.principal.workspaceId)) {
    if (other.id === draft.id || other.protocol.engine !== draft.protocol.engine) continue;
    const shared = other.protocol.clusters.flatMap(({ questionIds }) => questionIds).find((id) => own.has(id));
    if (shared === undefined) continue;
    const judgement = await findJudgement(ctx, other);
    if (judgement === null || (judgement.verdict !== 'running' && judgement.verdict !== 'waiting')) continue;
    throw invalidField('clusters', `question ${shared} is in experiment ${other.id}, which has not ended`);
  }
}

/**
 * Records that the change is live, with the capture that proves it. For a roll-out once a step.
 * @throws not_found, invalid_request naming `at`, `step` or `captureAfter`
 */
export async function recordChange(
  ctx: Ctx,
  { id, at, step, captureAfter }: { id: string; at: string | null; step: number; captureAfter: string | null },
): Promise<Experiment> {
  const entry = await buildExperiment(ctx, id);
  const change: RecordedChange = {
    step,
    at: at ?? nowIso(ctx),
    captureAfter,
    proof: await findProof(ctx, entry, step, captureAfter),
  };
  return withExperiment(ctx, id, async (tx, experiment) => {
    assertChange(ctx, experiment, change);
    await assertUnknownRounds(ctx, tx, experiment, change);
    return { ...experiment, changes: [...experiment.changes, change] };
  });
}

function assertChange(ctx: Ctx, { protocol, registration, changes, stoppedAt }: Experiment, change: RecordedChange) {
  if (registration === null) throw invalidField('id', 'is a draft; register it first');
  if (stoppedAt !== null) throw invalidField('id', 'was stopped');
  if (change.step >= protocol.steps) throw invalidField('step', `is from 0 to ${protocol.steps - 1}`);
  if (change.step !== changes.length) {
    throw invalidField(
      'step',
      changes.length > change.step ? 'is recorded already' : 'comes after one that is not recorded',
    );
  }
  if (change.at > nowIso(ctx)) throw invalidField('at', 'is in the future');
  if (change.at < registration.at && !protocol.isRetrospective) {
    throw invalidField('at', 'is before the registration, so rounds after it may be known; register as retrospective');
  }
  const last = changes.at(-1);
  if (last !== undefined && change.at <= last.at) throw invalidField('at', 'is not after the step before');
}

/**
 * Refuses a change before the end of the rounds that it is compared with, and one that is recorded after a round that
 * it decides about: its time would choose between answers that are known. @throws invalid_request naming `at`
 */
async function assertUnknownRounds(ctx: Ctx, tx: Tx, { protocol }: Experiment, change: RecordedChange): Promise<void> {
  const plan = { id: protocol.planId, workspaceId: ctx.principal.workspaceId };
  const rounds = await listRounds(tx, plan, { before: null, count: maxRounds });
  const { before, after } = windowsOf({
    protocol,
    changes: [{ ...change, step: 0 }],
    rounds: rounds.reverse().map((round) => ({
      ...round,
      isComplete: round.state === 'ended',
      isMissed: round.state === 'missed',
      answers: [],
    })),
  });
  const last = before.at(-1);
  if (before.length < protocol.roundsBefore || last === undefined || last.dueAt > change.at) {
    throw invalidField('at', `is before the end of the ${protocol.roundsBefore} rounds that it is compared with`);
  }
  const next = after.at(0);
  if (next !== undefined && !protocol.isRetrospective) {
    throw invalidField(
      'at',
      `was recorded after round ${next.number}, which comes after it, so its answers may be known`,
    );
  }
}

async function findProof(
  ctx: Ctx,
  experiment: Experiment,
  step: number,
  captureAfter: string | null,
): Promise<ChangeProof | null> {
  const { protocol, registration } = experiment;
  const pages = pagesOfStep(protocol, registration?.labels ?? [], step);
  const hasPages = pages.changed.length + pages.kept.length > 0;
  if (hasPages || captureAfter !== null) await assertCapture(ctx, experiment, captureAfter, 'captureAfter');
  if (!hasPages) return null;
  const [before, after] = await Promise.all([
    collectTexts(ctx, protocol.captureBefore),
    collectTexts(ctx, captureAfter),
  ]);
  return proveChange(before, after, pages);
}

async function assertCapture(
  ctx: Ctx,
  { protocol }: Experiment,
  runId: string | null,
  field = 'captureBefore',
): Promise<void> {
  const run = runId === null ? null : await findRun(ctx.db, ctx.principal.workspaceId, runId);
  if (run === null || run.kind !== 'website' || run.status !== 'completed' || run.websiteId !== protocol.websiteId) {
    throw invalidField(field, 'must be a completed capture of the website');
  }
}

async function collectTexts(ctx: Ctx, runId: string | null): Promise<ReadonlyMap<string, string>> {
  const frozen = await ctx.evidence.read(runId ?? '');
  if (frozen.kind !== 'found')
    throw invalidField('captureAfter', `the evidence of capture ${runId} is not kept any more`);
  const read = await ctx.texts.read('pageTexts', frozen.bundle);
  if (read.kind === 'cut_off')
    throw invalidField('captureAfter', `reading its pages was interrupted (${read.message})`);
  return read.value;
}
