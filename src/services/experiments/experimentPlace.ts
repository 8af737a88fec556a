import { invalidField, notFound } from '../../domain/errors.ts';
import { control } from '../../domain/experiments/estimate.ts';
import type { Experiment } from '../../domain/experiments/experiment.ts';
import type { Cluster, Protocol, RegisteredCase } from '../../domain/experiments/protocol.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import type { WebsiteRun } from '../../domain/runs/runRecord.ts';
import { codeUnitOrder } from '../../domain/text/codeUnitOrder.ts';
import { groupTopics } from '../../domain/visibility/comparison/questionTopics.ts';
import { findExperiment } from '../../store/experiments/rows.ts';
import { collectBrandings } from '../../store/questions/tags.ts';
import { findRun } from '../../store/runs/rows.ts';
import { findVisibilityWebsite, type RegisteredWebsite } from '../../store/visibility/websites.ts';
import type { Ctx } from '../appContext.ts';
import { casesOfChoice } from '../plans/planCases.ts';
import { findPlan } from '../plans/plans.ts';
import { brandedRule } from '../visibility/chosenQuestions.ts';
import { topicsDeclared } from '../visibility/readReport.ts';

/** Constraints that the saved questions and the plan put on an experiment. */
export type ExperimentPlace = {
  website: RegisteredWebsite;
  plan: Plan;
  /** Cases of the plan at the engine of the experiment, one per question. */
  cases: readonly RegisteredCase[];
};

/** @throws not_found, invalid_request naming `planId` or `engine` */
export async function openPlace(
  ctx: Ctx,
  { websiteId, planId, engine }: Pick<Protocol, 'websiteId' | 'planId' | 'engine'>,
): Promise<ExperimentPlace> {
  const { workspaceId } = ctx.principal;
  const website = await findVisibilityWebsite(ctx.db, workspaceId, websiteId);
  if (website === null) throw notFound('website');
  const plan = await findPlan(ctx, planId);
  if (!plan.revision.engines.includes(engine)) throw invalidField('engine', 'is not an engine of the plan');
  const all = await casesOfChoice(ctx.db, workspaceId, plan.revision.questions);
  const own = all.filter(
    ({ search, target, archivedAt }) =>
      search.engine === engine && target?.websiteId === websiteId && archivedAt === null,
  );
  const byQuestion = new Map(own.map(({ questionId, id, query }) => [questionId, { caseId: id, question: query }]));
  const cases = [...byQuestion].map(([questionId, rest]) => ({ questionId, ...rest }));
  if (cases.length === 0) throw invalidField('planId', 'has no question about this website at this engine');
  return { website, plan, cases };
}

/**
 * Creates one cluster per topic, in the order of their first question, because questions of one topic change together.
 */
export async function proposeClusters(ctx: Ctx, { website, cases }: ExperimentPlace): Promise<Cluster[]> {
  const isBranded = await brandedQuestions(ctx, website, cases);
  const others = cases.filter(({ questionId }) => !isBranded.has(questionId));
  const declared = await topicsDeclared(ctx.db, ctx.principal.workspaceId, website.id);
  const topics = groupTopics(others, declared);
  const groups = Map.groupBy(others, ({ caseId }) => topics.get(caseId) ?? caseId);
  return [...groups.values()].map((group, at) => ({
    id: `topic-${at + 1}`,
    questionIds: group.map(({ questionId }) => questionId).sort(codeUnitOrder),
    pages: [],
    stratum: null,
    arm: null,
  }));
}

async function brandedQuestions(
  ctx: Ctx,
  website: RegisteredWebsite,
  cases: readonly RegisteredCase[],
): Promise<Set<string>> {
  const stated = await collectBrandings(ctx.db, ctx.principal.workspaceId);
  const isNamed = brandedRule(website);
  return new Set(
    cases.flatMap(({ questionId, question }) => ((stated.get(questionId) ?? isNamed(question)) ? [questionId] : [])),
  );
}

/** Returns the cases of a protocol's questions. @throws invalid_request naming `clusters` */
export async function casesOfProtocol(
  ctx: Ctx,
  protocol: Pick<Protocol, 'clusters' | 'allowBranded'>,
  place: ExperimentPlace,
): Promise<RegisteredCase[]> {
  const byId = new Map(place.cases.map((one) => [one.questionId, one]));
  const isBranded = protocol.allowBranded ? new Set() : await brandedQuestions(ctx, place.website, place.cases);
  return protocol.clusters.flatMap(({ questionIds }) =>
    questionIds.map((id) => {
      const registeredCase = byId.get(id);
      if (registeredCase === undefined)
        throw invalidField('clusters', `question ${id} is not asked by the plan at this engine`);
      if (isBranded.has(id)) throw invalidField('clusters', `question ${id} names the website; set allowBranded`);
      return registeredCase;
    }),
  );
}

/** @throws not_found */
export async function buildExperiment(ctx: Ctx, id: string): Promise<Experiment> {
  const experiment = await findExperiment(ctx.db, ctx.principal.workspaceId, id);
  if (experiment === null) throw notFound('experiment');
  return experiment;
}

/** Returns the pages of clusters that a step changes or has changed, and the unchanged pages. */
export function pagesOfStep(
  { clusters, assignment }: Protocol,
  labels: readonly number[],
  step: number,
): { changed: string[]; kept: string[] } {
  const isChanged = (at: number) =>
    assignment === 'stepped' ? (labels[at] ?? 0) <= step : (labels[at] ?? control) !== control;
  return {
    changed: clusters.flatMap(({ pages }, at) => (isChanged(at) ? pages : [])),
    kept: clusters.flatMap(({ pages }, at) => (isChanged(at) ? [] : pages)),
  };
}

export type CaptureField = 'captureBefore' | 'captureAfter';

/** Returns a completed capture of a website. @throws invalid_request naming the field */
export async function findCapture(
  ctx: Ctx,
  websiteId: string,
  field: CaptureField,
  runId: string | null,
): Promise<WebsiteRun> {
  const run = runId === null ? null : await findRun(ctx.db, ctx.principal.workspaceId, runId);
  if (run?.kind !== 'website' || run.status !== 'completed' || run.websiteId !== websiteId)
    throw invalidField(field, 'must be a completed capture of the website');
  return run;
}
