import { dueTimesBetween } from '../../domain/plans/dueTimes.ts';
import type { Plan, PlanRevision, QuestionChoice } from '../../domain/plans/plan.ts';
import type { KeywordCase } from '../../domain/questions/keywordCase.ts';
import { digestOf } from '../../domain/text/canonicalJson.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { type Quote, quoteAnswers } from '../runs/quoteAnswers.ts';
import { type ExceededLimit, exceededLimits } from './exceededLimits.ts';
import { assertCadence, assertChoice, casesOfChoice, casesOfRound, casesToAllow } from './planCases.ts';

const dayMs = 86_400_000;
/** A month of a quote, in days. */
const monthDays = 30;

type Cost = { typical: number | null; max: number | null };

/** Cost of a plan: one round, and the rounds of the next thirty days. Null amounts: no price is known. */
export type PlanQuote = {
  round: Quote | null;
  /** Questions that a round would ask now. */
  questions: number;
  requests: number;
  roundsInMonth: number;
  month: Cost;
  /** Digest of the exact cases: it changes if the cases do. */
  questionsDigest: string;
  /** Number of selected cases that were saved after the plan was allowed: rounds do not ask them. */
  waiting: number;
  /** Limits that a round, or thirty days, exceed. */
  limits: readonly ExceededLimit[];
};

type Quoted = Pick<PlanRevision, 'questions' | 'engines' | 'repeats' | 'cadence' | 'maxAgeSeconds'>;

/** Quotes a plan that is not saved yet. Costs nothing and changes nothing. @throws invalid_request, not_found, engine_unavailable */
export async function quotePlan(ctx: Ctx, revision: Quoted): Promise<PlanQuote> {
  const { questions, engines, repeats, maxAgeSeconds } = revision;
  assertCadence(revision.cadence);
  await assertChoice(ctx, questions);
  const questionIds = await selectQuestions(ctx, questions);
  const request = { repeats, maxAgeSeconds, questionIds, engines };
  return quoteMonth(ctx, revision, questionIds.length === 0 ? null : await quoteAnswers(ctx, request));
}

/**
 * Quotes a round of a saved plan: for an active one what was allowed, for another what allowing it now would cover.
 * Archived questions and engines that are off are left out. Costs nothing and changes nothing.
 */
export async function quoteSavedPlan(ctx: Ctx, plan: Plan): Promise<PlanQuote> {
  const { quote } = await quoteAsShown(ctx, plan);
  if (plan.state !== 'active') return quote;
  const choice = await casesToAllow(ctx.db, plan.workspaceId, plan.revision);
  const waiting = choice.filter(({ id }) => plan.allowedCases?.includes(id) !== true).length;
  return { ...quote, waiting };
}

/** A quote with the exact cases that it counts. */
export type AllowableQuote = { quote: PlanQuote; caseIds: readonly string[] };

/** Quotes a saved plan as displayed: an active one keeps what was allowed, whatever was saved since. */
export async function quoteAsShown(ctx: Ctx, plan: Plan): Promise<AllowableQuote> {
  return plan.state === 'active' ? quoteCases(ctx, plan, await casesOfRound(ctx.db, plan)) : quoteToAllow(ctx, plan);
}

/** Quotes a plan's current choice. */
export async function quoteToAllow(ctx: Ctx, plan: Plan): Promise<AllowableQuote> {
  return quoteCases(ctx, plan, await casesToAllow(ctx.db, plan.workspaceId, plan.revision));
}

async function quoteCases(ctx: Ctx, plan: Plan, cases: readonly KeywordCase[]): Promise<AllowableQuote> {
  const { repeats, maxAgeSeconds } = plan.revision;
  const caseIds = cases.filter(({ search }) => ctx.engines.find(search.engine)?.offReason === null).map(({ id }) => id);
  const payer = { keyId: null, planId: plan.id };
  const round = caseIds.length === 0 ? null : await quoteAnswers(ctx, { repeats, maxAgeSeconds, caseIds }, payer);
  return { quote: await quoteMonth(ctx, plan.revision, round, plan), caseIds };
}

async function quoteMonth(
  ctx: Ctx,
  { repeats, cadence }: Quoted,
  round: Quote | null,
  plan?: Plan,
): Promise<PlanQuote> {
  const now = nowIso(ctx);
  // One millisecond less: where clocks go forward, thirty days could include the time of day once too often.
  const until = nowIso(ctx, monthDays * dayMs - 1);
  const roundsInMonth = dueTimesBetween(cadence, now, { after: now, until, max: 31 * 24 }).length;
  const times = (one: number | null | undefined) => (one === null ? null : (one ?? 0) * roundsInMonth);
  const month = { typical: times(round?.total.typical), max: times(round?.total.max) };
  const requests = (round?.items.length ?? 0) * repeats;
  return {
    round,
    questions: new Set(round?.items.map(({ questionId }) => questionId)).size,
    requests,
    roundsInMonth,
    month,
    questionsDigest: digestOf((round?.items ?? []).map(({ caseId }) => caseId).sort()).slice(0, 16),
    waiting: 0,
    limits: await exceededLimits(ctx, { cadence, repeats, round, month, plan: plan ?? null }),
  };
}

async function selectQuestions(ctx: Ctx, choice: QuestionChoice): Promise<readonly string[]> {
  if (choice.kind === 'questions') return choice.questionIds;
  const cases = await casesOfChoice(ctx.db, ctx.principal.workspaceId, choice);
  return [...new Set(cases.map(({ questionId }) => questionId))];
}
