import { dueTimesBetween } from '../../domain/plans/dueTimes.ts';
import type { PlanRevision, QuestionChoice } from '../../domain/plans/plan.ts';
import { type Quote, quoteAnswers } from '../observations/quoteAnswers.ts';
import { type Ctx, nowIso } from '../world.ts';
import { casesOfChoice } from './planCases.ts';

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

/** Costs nothing and changes nothing. @throws not_found, engine_unavailable */
export async function quotePlan(
  ctx: Ctx,
  revision: Pick<PlanRevision, 'questions' | 'engines' | 'repeats' | 'cadence' | 'maxAgeSeconds'>,
): Promise<PlanQuote> {
  const { questions, engines, repeats, maxAgeSeconds, cadence } = revision;
  const now = nowIso(ctx);
  // One moment less: where clocks were put forward, the thirtieth time of day is there twice.
  const until = nowIso(ctx, monthDays * dayMs - 1);
  const roundsInMonth = dueTimesBetween(cadence, now, { after: now, until, max: 31 * 24 }).length;
  const asked = { repeats, maxAgeSeconds };
  const questionIds = await questionsOf(ctx, questions);
  const round = questionIds.length === 0 ? null : await quoteAnswers(ctx, { ...asked, questionIds, engines });
  const times = (one: number | null | undefined) => (one === null ? null : (one ?? 0) * roundsInMonth);
  return {
    round,
    questions: questionIds.length,
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
