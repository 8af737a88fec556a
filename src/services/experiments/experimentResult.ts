import { invalidField, notFound } from '../../domain/errors.ts';
import type { Experiment } from '../../domain/experiments/experiment.ts';
import { type Judgement, judgeExperiment } from '../../domain/experiments/judge.ts';
import type { JudgedExperiment } from '../../domain/experiments/judgedExperiment.ts';
import { findVisibilityWebsite } from '../../store/visibility/websites.ts';
import type { Ctx } from '../appContext.ts';
import { buildExperiment } from './experimentPlace.ts';
import { observeRounds } from './observeRounds.ts';

/** Judges an experiment on the saved answers. Shows no number before a registered look. @throws not_found, invalid_request */
export async function readExperimentResult(ctx: Ctx, { id }: { id: string }): Promise<Judgement> {
  return judgeExperiment(await judgedExperiment(ctx, await buildExperiment(ctx, id)));
}

/** Judgement of a registered experiment; null: a draft. */
export async function findJudgement(ctx: Ctx, experiment: Experiment): Promise<Judgement | null> {
  return experiment.registration === null ? null : judgeExperiment(await judgedExperiment(ctx, experiment));
}

/**
 * Everything that the verdict rests on, so that anyone can compute it again. Only up to the last look that is due.
 * @throws not_found, invalid_request before an interim analysis is due
 */
export async function readExperimentEvidence(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ experiment: JudgedExperiment; judgement: Judgement }> {
  const experiment = await judgedExperiment(ctx, await buildExperiment(ctx, id));
  const judgement = judgeExperiment(experiment);
  if (judgement.estimate === null) throw invalidField('id', 'has no look that is due, so there is nothing to show');
  const last = judgement.estimate.rounds.at(-1)?.round ?? 0;
  const view = { ...experiment, rounds: experiment.rounds.filter(({ number }) => number <= last) };
  return { experiment: view, judgement: judgeExperiment(view) };
}

async function judgedExperiment(ctx: Ctx, experiment: Experiment): Promise<JudgedExperiment> {
  const { protocol, registration, changes, stoppedAt } = experiment;
  if (registration === null) throw invalidField('id', 'is a draft; register it first');
  const website = await findVisibilityWebsite(ctx.db, ctx.principal.workspaceId, protocol.websiteId);
  if (website === null) throw notFound('website');
  const rounds = await observeRounds(ctx, {
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
