import { invalidField, notFound } from '../../domain/errors.ts';
import type { Experiment, ListedExperiment } from '../../domain/experiments/experiment.ts';
import type { Cluster, Protocol } from '../../domain/experiments/protocol.ts';
import { protocolFlaw } from '../../domain/experiments/protocolFlaw.ts';
import { ownsUrl } from '../../domain/identity/owner.ts';
import { registeredOwner } from '../../domain/marks/answerMarks.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { normaliseUrl } from '../../domain/urls/normaliseUrl.ts';
import type { WorkDecision } from '../../domain/work/workItem.ts';
import { inTransaction, type Tx } from '../../store/database/transaction.ts';
import * as store from '../../store/experiments/rows.ts';
import { lastRoundDue, roundsOfRuns } from '../../store/experiments/usedRounds.ts';
import { workDecisions } from '../../store/work/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { casesOfProtocol, type ExperimentPlace, findCapture, openPlace, proposeClusters } from './experimentPlace.ts';

/** A protocol as a caller sends it. By default topics become clusters, and the next round is the first. */
export type ProtocolInput = Omit<Protocol, 'clusters' | 'firstRound' | 'chosenThroughRound'> & {
  clusters: Cluster[] | null;
  firstRound: number | null;
  chosenThroughRound: number | null;
  /** Runs whose answers were used to choose what to change, such as those of a work item. */
  chosenOnRuns: readonly string[];
};

/** Completes and checks a protocol. @throws not_found, invalid_request naming the field */
export async function checkProtocol(
  ctx: Ctx,
  { chosenOnRuns, ...input }: ProtocolInput,
): Promise<{ protocol: Protocol; place: ExperimentPlace }> {
  const place = await openPlace(ctx, input);
  if (input.captureBefore !== null) await findCapture(ctx, input.websiteId, 'captureBefore', input.captureBefore);
  const clusters = input.clusters ?? (await proposeClusters(ctx, place));
  const ofRuns = await lastRoundOfRuns(ctx, place, chosenOnRuns);
  const ofWork = input.assignment === 'chosen' ? await lastRoundOfWork(ctx, place, clusters) : 0;
  const protocol: Protocol = {
    ...input,
    clusters,
    firstRound: input.firstRound ?? place.plan.lastRound + 1,
    chosenThroughRound: Math.max(ofRuns, ofWork, input.chosenThroughRound ?? 0) || null,
  };
  assertSound(protocol, place);
  await casesOfProtocol(ctx, protocol, place);
  return { protocol, place };
}

/**
 * Refuses a protocol that cannot reach a verdict, or that names pages of other websites. @throws invalid_request naming
 * the field
 */
export function assertSound(protocol: Protocol, { website }: ExperimentPlace): void {
  const owner = registeredOwner(website);
  // Only tests and demos have a website on a private address. It has no registrable domain, so its host is compared.
  const privateHost = normaliseUrl(website.url) === null ? new URL(website.url).host : null;
  const isOwnPage = (page: string) =>
    privateHost === null ? normaliseUrl(page) !== null && ownsUrl(owner, page) : URL.parse(page)?.host === privateHost;
  const flaw = protocolFlaw(protocol, isOwnPage);
  if (flaw !== null) throw invalidField(flaw.field, flaw.message);
}

/** Returns the plan's latest round that contains one of these runs; 0 if none does. @throws invalid_request */
async function lastRoundOfRuns(ctx: Ctx, { plan }: ExperimentPlace, runIds: readonly string[]): Promise<number> {
  const rounds = await roundsOfRuns(ctx.db, plan, runIds);
  // A misspelt id would otherwise let the intended round pass unchecked.
  const unknown = runIds.find((id) => !rounds.has(id));
  if (unknown !== undefined) throw invalidField('chosenOnRuns', `run ${unknown.slice(0, 60)} does not exist`);
  return Math.max(0, ...[...rounds.values()].map((round) => round ?? 0));
}

/**
 * Returns the latest round whose answers suggested work on a treated question that a member then claimed; 0 if none
 * did.
 */
async function lastRoundOfWork(
  ctx: Ctx,
  { plan, website }: ExperimentPlace,
  clusters: readonly Cluster[],
): Promise<number> {
  const treated = new Set(clusters.flatMap(({ arm, questionIds }) => (arm === 'treated' ? questionIds : [])));
  const decisions = await workDecisions(ctx.db, ctx.principal.workspaceId, website.id);
  const times = [...decisions.values()]
    .filter(({ state, evidence }) => isTaken(state) && evidence.questionIds.some((id) => treated.has(id)))
    .map(({ evidence }) => evidence.observedAt);
  if (times.length === 0) return 0;
  const last = times.reduce((one, other) => (one > other ? one : other));
  return lastRoundDue(ctx.db, plan, last);
}

const isTaken = (state: WorkDecision['state']) => state === 'doing' || state === 'done';

/** @throws not_found, invalid_request */
export async function createExperiment(
  ctx: Ctx,
  { name, ...input }: ProtocolInput & { name: string },
): Promise<Experiment> {
  const { protocol } = await checkProtocol(ctx, input);
  const experiment: Experiment = {
    id: ctx.runtime.newId('exp'),
    name,
    protocol,
    registration: null,
    changes: [],
    stoppedAt: null,
    createdAt: nowIso(ctx),
    createdBy: ctx.principal.accountEmail,
  };
  await store.insertExperiment(ctx.db, ctx.principal.workspaceId, experiment);
  return experiment;
}

/** Changes a draft; a registered experiment is frozen. @throws not_found, invalid_request */
export async function changeExperiment(
  ctx: Ctx,
  { id, name, ...input }: ProtocolInput & { id: string; name: string },
): Promise<Experiment> {
  const { protocol } = await checkProtocol(ctx, input);
  return withExperiment(ctx, id, async (_, experiment) => {
    if (experiment.registration !== null) throw invalidField('id', 'is registered and can no longer be changed');
    return { ...experiment, name, protocol };
  });
}

export function listExperiments(
  ctx: Ctx,
  input: { websiteId: string | null; after: ListPosition | null; count: number },
): Promise<ListedExperiment[]> {
  return store.listExperiments(ctx.db, ctx.principal.workspaceId, input);
}

/** Stops an experiment early: it is void, unless a verdict had already ended it. @throws not_found, invalid_request */
export function stopExperiment(ctx: Ctx, { id }: { id: string }): Promise<Experiment> {
  return withExperiment(ctx, id, async (_, experiment) => {
    if (experiment.registration === null) throw invalidField('id', 'is a draft; archive it instead');
    return { ...experiment, stoppedAt: experiment.stoppedAt ?? nowIso(ctx) };
  });
}

/** @throws not_found */
export async function archiveExperiment(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await withExperiment(ctx, id, async (tx, experiment) => {
    await store.archiveExperiment(tx, ctx.principal.workspaceId, id, nowIso(ctx));
    return experiment;
  });
}

/** Locks an experiment and changes it. @throws not_found */
export function withExperiment(
  ctx: Ctx,
  id: string,
  change: (tx: Tx, experiment: Experiment) => Promise<Experiment>,
): Promise<Experiment> {
  const { workspaceId } = ctx.principal;
  return inTransaction(ctx.db, async (tx) => {
    const experiment = await store.lockExperiment(tx, ctx.databaseKind, workspaceId, id);
    if (experiment === null) throw notFound('experiment');
    const changed = await change(tx, experiment);
    if (changed !== experiment) await store.saveExperiment(tx, workspaceId, changed);
    return changed;
  });
}
