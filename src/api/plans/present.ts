import type { z } from 'zod';
import type {
  askRoundSchema,
  planQuoteSchema,
  planRoundSchema,
  planSchema,
  roundItemSchema,
} from '../../contract/plans/schemas.ts';
import { totalOf } from '../../domain/money/spending.ts';
import { usdOf } from '../../domain/money/usd.ts';
import { cadenceText } from '../../domain/plans/cadence.ts';
import { stateOfItem } from '../../domain/plans/round.ts';
import type { AskReport } from '../../services/plans/asks.ts';
import type { PlanReport } from '../../services/plans/planReports.ts';
import type { PlanQuote } from '../../services/plans/quotePlan.ts';
import type { RoundDetail, RoundReport } from '../../services/plans/rounds.ts';
import { presentQuote } from '../money/present.ts';

type AskRound = z.input<typeof askRoundSchema>;

export function presentRound({ round, counts, money }: RoundReport): z.input<typeof planRoundSchema> {
  const { number, kind, revision, dueAt, state, reason, wait, note, openedAt, endsAt, endedAt } = round;
  return {
    ...{ number, kind, revision, dueAt, state, reason, wait, note, openedAt, endsAt, endedAt },
    counts: { ...counts },
    money: {
      totalUsd: usdOf(totalOf(money)),
      statedUsd: usdOf(money.stated),
      estimatedUsd: usdOf(money.estimated),
      heldUsd: usdOf(money.held),
      unknownUsd: usdOf(money.unknown),
      unpriced: money.counts.unpriced,
    },
  };
}

export function presentAsk({ planId, isYours, isWatched, websiteIds, ...report }: AskReport): AskRound {
  return {
    planId,
    round: presentRound(report),
    yours: isYours,
    watched: isWatched,
    websiteIds: [...websiteIds],
  };
}

export function presentPlan({ plan, budget, keyRevoked, last }: PlanReport): z.input<typeof planSchema> {
  const { questions, engines, repeats, cadence, number } = plan.revision;
  return {
    id: plan.id,
    kind: plan.kind,
    name: plan.name,
    state: plan.state,
    revision: number,
    questions: {
      questionIds: questions.kind === 'questions' ? [...questions.questionIds] : null,
      websiteId: questions.kind === 'website' || questions.kind === 'tags' ? questions.websiteId : null,
      tags: questions.kind === 'tags' ? [...questions.tags] : null,
    },
    engines: [...engines],
    repeats,
    cadence: { ...cadence },
    cadenceText: cadenceText(cadence),
    nextDueAt: keyRevoked ? null : plan.nextDueAt,
    budgetUsdPerMonth: usdOf(budget.limit),
    usedUsdThisMonth: usdOf(budget.used),
    maxUsdPerRound: usdOf(plan.maxMicroPerRound),
    keyId: plan.keyId,
    keyRevoked,
    watchedAt: plan.watchedAt,
    createdAt: plan.createdAt,
    activatedAt: plan.activatedAt,
    agentsUntil: plan.state === 'active' && plan.roundGrant?.revision === number ? plan.roundGrant.until : null,
    lastRound: last === null ? null : presentRound(last),
  };
}

export function presentPlanQuote({
  round,
  questions,
  requests,
  roundsInMonth,
  month,
  questionsDigest,
  waiting,
  limits,
}: PlanQuote): z.input<typeof planQuoteSchema> {
  return {
    round: round === null ? null : presentQuote(round),
    questions,
    requests,
    roundsInMonth,
    month: { typicalUsd: usdOf(month.typical), maxUsd: usdOf(month.max) },
    questionsDigest,
    waiting,
    limits: limits.map(({ setting, note }) => ({ setting, note })),
  };
}

export function presentRoundItems({ items, round }: RoundDetail): z.input<typeof roundItemSchema>[] {
  return items.map(({ item, asked }) => ({
    caseId: item.caseId,
    questionId: asked?.questionId ?? null,
    query: asked?.query ?? null,
    engine: asked?.search.engine ?? null,
    websiteId: asked?.target?.websiteId ?? null,
    repeat: item.repeat,
    state: stateOfItem(item, round.state),
    reused: item.met === 'fresh_saved' || item.met === 'existing_active',
    runId: item.runId,
    error: item.run?.error ?? null,
    denial: item.runId === null ? item.denial : null,
  }));
}
