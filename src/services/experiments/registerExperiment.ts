import { invalidField } from '../../domain/errors.ts';
import { pageKey, proveChange } from '../../domain/experiments/changeProof.ts';
import type { Experiment } from '../../domain/experiments/experiment.ts';
import { windowsOf } from '../../domain/experiments/judgedExperiment.ts';
import {
  assignArms,
  type ChangeProof,
  type Protocol,
  protocolDigest,
  type RecordedChange,
  type Registration,
} from '../../domain/experiments/protocol.ts';
import type { Tx } from '../../store/database/transaction.ts';
import { listRounds } from '../../store/plans/rounds.ts';
import { recordAct } from '../access/auditLog.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import {
  buildExperiment,
  type CaptureField,
  casesOfProtocol,
  findCapture,
  openPlace,
  pagesOfStep,
} from './experimentPlace.ts';
import { openExperiments } from './experimentResult.ts';
import { assertSound, withExperiment } from './experiments.ts';
import { maxRounds } from './observeRounds.ts';
import { buildPower } from './previewExperiment.ts';

/**
 * Freezes an experiment, draws its arms from the digest of the frozen protocol, and writes the digest to the audit log.
 * Buys nothing; only the plan's rounds buy, as they would anyway. @throws not_found, invalid_request
 */
export async function registerExperiment(ctx: Ctx, { id }: { id: string }): Promise<Experiment> {
  const draft = await buildExperiment(ctx, id);
  if (draft.registration !== null) throw invalidField('id', 'is registered already');
  const { protocol } = draft;
  const place = await openPlace(ctx, protocol);
  assertSound(protocol, place);
  const cases = await casesOfProtocol(ctx, protocol, place);
  await assertFreeClusters(ctx, draft);
  await assertPagesRead(ctx, protocol);
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
  const open = await openExperiments(ctx, own);
  const other = open.find(({ experiment }) => experiment.protocol.engine === draft.protocol.engine);
  if (other === undefined) return;
  const { experiment, shared } = other;
  throw invalidField('clusters', `question ${shared[0]} is in experiment ${experiment.id}, which has not ended`);
}

/**
 * Records that the change is live, with the capture that proves it. A roll-out records each step.
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
  if (change.step >= protocol.steps) throw invalidField('step', `is above ${protocol.steps - 1}, the last step`);
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
 * Refuses a change dated before the end of the rounds that it is compared with, and one recorded after a later round:
 * its date could then depend on known answers. @throws invalid_request naming `at`
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

/**
 * Refuses a capture whose pages could not be compared with those after the change. @throws invalid_request naming
 * `captureBefore`
 */
async function assertPagesRead(ctx: Ctx, { websiteId, clusters, captureBefore }: Protocol): Promise<void> {
  const pages = clusters.flatMap((cluster) => cluster.pages);
  if (pages.length === 0) return;
  await findCapture(ctx, websiteId, 'captureBefore', captureBefore);
  const texts = await collectTexts(ctx, 'captureBefore', captureBefore);
  assertNoneMissing(
    'captureBefore',
    pages.filter((page) => !texts.has(pageKey(page))),
  );
}

function assertNoneMissing(field: CaptureField, [missing]: readonly string[]): void {
  if (missing !== undefined) throw invalidField(field, `did not read page ${missing.slice(0, 80)}; capture it again`);
}

async function findProof(
  ctx: Ctx,
  { protocol, registration, changes }: Experiment,
  step: number,
  captureAfter: string | null,
): Promise<ChangeProof | null> {
  const { captureBefore, websiteId } = protocol;
  const pages = pagesOfStep(protocol, registration?.labels ?? [], step);
  const hasPages = pages.changed.length + pages.kept.length > 0;
  if (!hasPages && captureAfter === null) return null;
  const { createdAt } = await findCapture(ctx, websiteId, 'captureAfter', captureAfter);
  if (!hasPages) return null;
  const { createdAt: from } = await findCapture(ctx, websiteId, 'captureBefore', captureBefore);
  const earliest = protocol.isRetrospective ? from : (changes.at(-1)?.at ?? registration?.at ?? from);
  if (createdAt <= earliest)
    throw invalidField('captureAfter', `is not later than ${earliest}; capture the pages again`);
  const [before, after] = await Promise.all([
    collectTexts(ctx, 'captureBefore', captureBefore),
    collectTexts(ctx, 'captureAfter', captureAfter),
  ]);
  const proof = proveChange(before, after, pages);
  assertNoneMissing('captureAfter', proof.missing);
  return proof;
}

async function collectTexts(ctx: Ctx, field: CaptureField, runId: string | null): Promise<ReadonlyMap<string, string>> {
  const frozen = await ctx.evidence.read(runId ?? '');
  if (frozen.kind !== 'found') throw invalidField(field, 'names a capture whose pages are no longer kept');
  const read = await ctx.texts.read('pageTexts', frozen.bundle);
  if (read.kind === 'cut_off') throw invalidField(field, `could not be read (${read.message}); capture it again`);
  return read.value;
}
