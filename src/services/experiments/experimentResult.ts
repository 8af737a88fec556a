import { invalidField, notFound } from '../../domain/errors.ts';
import type { ExperimentEvidence, NamedEvidence } from '../../domain/experiments/evidence.ts';
import type { Experiment } from '../../domain/experiments/experiment.ts';
import { type Judgement, judgeExperiment } from '../../domain/experiments/judge.ts';
import type { JudgedExperiment } from '../../domain/experiments/judgedExperiment.ts';
import { codeUnitOrder } from '../../domain/text/codeUnitOrder.ts';
import { listExperiments, listRegistered } from '../../store/experiments/rows.ts';
import { listUnjudged, saveVerdict } from '../../store/experiments/verdicts.ts';
import { findVisibilityWebsite } from '../../store/visibility/websites.ts';
import type { AppContext, Ctx } from '../appContext.ts';
import type { Reader } from '../visibility/reportPlace.ts';
import { buildExperiment } from './experimentPlace.ts';
import { observeRounds } from './observeRounds.ts';

/**
 * Judges an experiment on the saved answers. Shows no number before a registered analysis is due. @throws not_found,
 * invalid_request
 */
export async function readExperimentResult(ctx: Ctx, { id }: { id: string }): Promise<Judgement> {
  return judgeExperiment(await judgedExperiment(ctx, await buildExperiment(ctx, id)));
}

/**
 * Returns all evidence for the verdict, so that anyone can recompute it, up to the last analysis that is due.
 * @throws not_found, invalid_request before an interim analysis is due
 */
export async function readExperimentEvidence(ctx: Ctx, { id }: { id: string }): Promise<ExperimentEvidence> {
  const evidence = await findEvidence(ctx, await buildExperiment(ctx, id));
  if (evidence === null) throw invalidField('id', 'has no analysis due yet, so there is nothing to show');
  return evidence;
}

/** Returns the evidence of one engine's experiments that show numbers, in the order of their ids. */
export async function listExperimentEvidence(
  reader: Reader,
  { websiteId, engine }: { websiteId: string; engine: string },
): Promise<NamedEvidence[]> {
  const page = { websiteId, after: null, count: maxListed };
  const experiments = await listExperiments(reader.db, reader.principal.workspaceId, page);
  const registered = experiments.filter(
    ({ registration, protocol }) => registration !== null && protocol.engine === engine,
  );
  const ended: NamedEvidence[] = [];
  for (const experiment of registered) {
    const evidence = await findEvidence(reader, experiment);
    if (evidence !== null) ended.push({ id: experiment.id, name: experiment.name, ...evidence });
  }
  return ended.sort((one, other) => codeUnitOrder(one.id, other.id));
}

/**
 * Judges experiments whose plan has a later ended round, or that were changed, and saves the verdicts for lists: a list
 * reads no history. A round counts as judged once its last answer is known.
 */
export async function saveVerdicts(app: AppContext): Promise<void> {
  for (const unjudged of await listUnjudged(app.db)) {
    try {
      const reader = { ...app, principal: { workspaceId: unjudged.workspaceId } };
      const judged = await judgedExperiment(reader, unjudged.experiment);
      const lastRound = judged.rounds.findLast(({ isComplete, isMissed }) => isComplete || isMissed);
      await saveVerdict(app.db, unjudged, judgeExperiment(judged), lastRound?.number ?? 0);
    } catch (cause) {
      app.log.error({ id: unjudged.experiment.id, cause: String(cause) }, 'could not judge an experiment; will retry');
    }
  }
}

/** Finds registered experiments on one of some questions that have not ended, oldest first. */
export async function openExperiments(
  reader: Reader,
  questionIds: ReadonlySet<string>,
): Promise<{ experiment: Experiment; shared: string[] }[]> {
  const open = [];
  for (const experiment of await listRegistered(reader.db, reader.principal.workspaceId)) {
    const own = experiment.protocol.clusters.flatMap((cluster) => cluster.questionIds);
    const shared = own.filter((id) => questionIds.has(id));
    if (shared.length === 0) continue;
    const { verdict } = judgeExperiment(await judgedExperiment(reader, experiment));
    if (verdict === 'running' || verdict === 'waiting') open.push({ experiment, shared });
  }
  return open;
}

const maxListed = 20;

/** null: no analysis is due yet. */
async function findEvidence(reader: Reader, saved: Experiment): Promise<ExperimentEvidence | null> {
  const experiment = await judgedExperiment(reader, saved);
  const judgement = judgeExperiment(experiment);
  if (judgement.estimate === null) return null;
  const last = judgement.estimate.rounds.at(-1)?.round ?? 0;
  const view = { ...experiment, rounds: experiment.rounds.filter(({ number }) => number <= last) };
  return { experiment: view, judgement: judgeExperiment(view) };
}

async function judgedExperiment(reader: Reader, experiment: Experiment): Promise<JudgedExperiment> {
  const { protocol, registration, changes, stoppedAt } = experiment;
  if (registration === null) throw invalidField('id', 'is a draft; register it first');
  const website = await findVisibilityWebsite(reader.db, reader.principal.workspaceId, protocol.websiteId);
  if (website === null) throw notFound('website');
  const rounds = await observeRounds(reader, {
    website,
    planId: protocol.planId,
    firstRound: protocol.firstRound,
    cases: registration.cases,
    pages: protocol.clusters.flatMap(({ pages }, at) =>
      protocol.assignment === 'stepped' || registration.labels[at] === 1 ? pages : [],
    ),
    repeats: registration.repeats,
  });
  return { protocol, registration, changes, stoppedAt, rounds };
}
