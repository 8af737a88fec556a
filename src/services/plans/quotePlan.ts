import { dueTimesBetween } from '../../domain/plans/dueTimes.ts';
import type { Plan, PlanRevision, QuestionChoice } from '../../domain/plans/plan.ts';
import { type Quote, quoteAnswers } from '../observations/quoteAnswers.ts';
import { type Ctx, nowIso } from '../world.ts';
import { casesOfChoice, casesOfRound } from './planCases.ts';

const dayMs = 86_400_000;
/** A month of a quote, in days. */
const monthDays = 30;

type Cost = { typical: number | null; max: number | null };

/** What a plan comes to: one round, and the rounds of the next thirty days. Null amounts: no price is known. */
export type PlanQuote = {
  round: Quote | null;
  /** Questions that a round would ask now. */
  questions: number;
  requests: number;
  roundsInMonth: number;
  month: Cost;
};

type Quoted = Pick<PlanRevision, 'questions' | 'engines' | 'repeats' | 'cadence' | 'maxAgeSeconds'>;

/** What is not saved as a plan yet. Costs nothing and changes nothing. @throws not_found, engine_unavailable */
export async function quotePlan(ctx: Ctx, revision: Quoted): Promise<PlanQuote> {
  const { questions, engines, repeats, maxAgeSeconds } = revision;
  const questionIds = await questionsOf(ctx, questions);
  const asked = { repeats, maxAgeSeconds, questionIds, engines };
  return monthOf(ctx, revision, questionIds.length === 0 ? null : await quoteAnswers(ctx, asked));
}

/**
 * What a round of a saved plan would ask at this moment: what was archived since and engines that are off are left out,
 * and hide nothing of the plan. Costs nothing and changes nothing.
 */
export async function quoteSavedPlan(ctx: Ctx, { workspaceId, revision }: Plan): Promise<PlanQuote> {
  const { repeats, maxAgeSeconds } = revision;
  const cases = await casesOfRound(ctx.db, workspaceId, revision);
  const caseIds = cases.filter(({ search }) => ctx.engines.find(search.engine)?.offReason === null).map(({ id }) => id);
  const asked = { repeats, maxAgeSeconds, caseIds };
  return monthOf(ctx, revision, caseIds.length === 0 ? null : await quoteAnswers(ctx, asked));
}

function monthOf(ctx: Ctx, { repeats, cadence }: Quoted, round: Quote | null): PlanQuote {
  const now = nowIso(ctx);
  // One moment less: where clocks were put forward, the thirtieth time of day is there twice.
  const until = nowIso(ctx, monthDays * dayMs - 1);
  const roundsInMonth = dueTimesBetween(cadence, now, { after: now, until, max: 31 * 24 }).length;
  const times = (one: number | null | undefined) => (one === null ? null : (one ?? 0) * roundsInMonth);
  return {
    round,
    questions: new Set(round?.items.map(({ questionId }) => questionId)).size,
    requests: (round?.items.length ?? 0) * repeats,
    roundsInMonth,
    month: { typical: times(round?.total.typical), max: times(round?.total.max) },
  };
}

async function questionsOf(ctx: Ctx, choice: QuestionChoice): Promise<readonly string[]> {
  if (choice.kind === 'questions') return choice.questionIds;
  const cases = await casesOfChoice(ctx.db, ctx.principal.workspaceId, choice);
  return [...new Set(cases.map(({ questionId }) => questionId))];
}
