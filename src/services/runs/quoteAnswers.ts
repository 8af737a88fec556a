import { requesterOf } from '../../domain/access/approval.ts';
import { engineUnavailable, invalidField, notFound } from '../../domain/errors.ts';
import { type BudgetStanding, leftOf } from '../../domain/money/monthBudget.ts';
import { type Buying, buildBuying } from '../../domain/money/quote.ts';
import type { KeywordCase } from '../../domain/questions/keywordCase.ts';
import { decideEnsure } from '../../domain/runs/disposition.ts';
import type { Engine } from '../../domain/runs/engine.ts';
import { defaultMaxAgeSeconds } from '../../domain/runs/freshness.ts';
import { casesOfIds, casesOfQuestions } from '../../store/questions/keywordCases.ts';
import { activeMatches, latestCompleted } from '../../store/runs/rows.ts';
import { type Ctx, steadyIso } from '../appContext.ts';
import { askableEngine, buildSearch } from '../askedSearch.ts';
import { type AnswerCost, createAnswerCosts } from '../money/answerCosts.ts';
import { budgetsOfCaller } from '../money/budgetSettings.ts';
import type { payerOf } from '../money/holdPurchase.ts';
import { planCase } from './planObservation.ts';

export type QuoteInput = {
  caseIds?: readonly string[] | undefined;
  questionIds?: readonly string[] | undefined;
  engines?: readonly string[] | undefined;
  repeats: number;
  maxAgeSeconds?: number | undefined;
};

/** Quote of one case, or of an engine at which a question has no case yet (`caseId` null). */
type QuotedAnswer = Buying & {
  caseId: string | null;
  questionId: string;
  engine: string;
  model: string | null;
  simulated: boolean;
  /** Cost of one answer, with the second reading if configured. */
  perRun: AnswerCost;
};

/** Sums over everything that would be bought; null if any price is unknown. */
type QuotedSum = Buying & { typical: number | null; max: number | null; held: number | null; unpriced: number };

export type Quote = {
  repeats: number;
  maxAgeSeconds: number;
  items: QuotedAnswer[];
  /** One row per engine, in the order in which they are asked. */
  engines: (QuotedSum & { engine: string; models: string[] })[];
  total: QuotedSum;
  simulated: boolean;
  budgets: BudgetStanding[];
  /** True if everything could be held now; null if no budget is set. */
  fits: boolean | null;
  /** True if a member must approve before this caller buys anything. */
  needsApproval: boolean;
};

type Asked = { record: KeywordCase | null; questionId: string; engine: Engine; model: string | null };

/**
 * Quotes saved questions: their cost, how much is already saved, and what remains of each budget. Costs nothing and
 * changes nothing. @throws not_found, invalid_request, engine_unavailable, unsupported_setting, temporarily_unavailable
 */
export async function quoteAnswers(ctx: Ctx, input: QuoteInput, payer?: ReturnType<typeof payerOf>): Promise<Quote> {
  await ctx.prices.refresh();
  const { repeats } = input;
  const maxAgeSeconds = input.maxAgeSeconds ?? (repeats === 1 ? defaultMaxAgeSeconds : 0);
  const costs = createAnswerCosts(ctx);
  const items: QuotedAnswer[] = [];
  for (const { record, questionId, engine, model } of await whatIsAsked(ctx, input)) {
    const decision = record === null ? 'reserve' : await buildDecision(ctx, record, maxAgeSeconds);
    // Nothing can be bought from an engine that is off, but its saved answers are still used.
    if (engine.offReason !== null && (decision === 'reserve' || maxAgeSeconds === 0)) {
      throw engineUnavailable(engine.id, engine.offReason, input.caseIds === undefined ? 'questionIds' : 'caseIds');
    }
    items.push({
      ...buildBuying(decision, repeats, maxAgeSeconds),
      caseId: record?.id ?? null,
      questionId,
      engine: engine.id,
      model,
      simulated: engine.simulated,
      perRun: await costs(engine, model),
    });
  }
  const simulated = items.every((item) => item.simulated);
  const real = items.filter((item) => item.simulated === simulated);
  const total = totalOf(items);
  const budgets = await budgetsOfCaller(ctx, simulated, payer);
  const needsApproval = requesterOf(ctx.principal) !== null;
  const fits = fitsInto(budgets, totalOf(real));
  return { repeats, maxAgeSeconds, items, engines: engineSums(items), total, simulated, budgets, fits, needsApproval };
}

function engineSums(items: readonly QuotedAnswer[]): Quote['engines'] {
  return [...Map.groupBy(items, ({ engine }) => engine)].map(([engine, own]) => ({
    ...totalOf(own),
    engine,
    models: [...new Set(own.flatMap(({ model }) => model ?? []))],
  }));
}

async function whatIsAsked(ctx: Ctx, input: QuoteInput): Promise<Asked[]> {
  const { workspaceId } = ctx.principal;
  if ((input.caseIds === undefined) === (input.questionIds === undefined)) {
    throw invalidField('caseIds', 'send either caseIds or questionIds');
  }
  if (input.caseIds !== undefined) {
    if (input.engines !== undefined)
      throw invalidField('engines', 'is only allowed with questionIds; a case names its engine');
    const foundByKey = new Map((await casesOfIds(ctx.db, workspaceId, input.caseIds)).map((one) => [one.id, one]));
    return [...new Set(input.caseIds)].map((id) => {
      const record = foundByKey.get(id);
      if (record === undefined || record.archivedAt !== null) throw notFound('case');
      return askedCase(ctx, record);
    });
  }
  const engines = input.engines && [...new Set(input.engines)].map((id) => askableEngine(ctx, id, 'engines'));
  const ids = [...new Set(input.questionIds)];
  const cases = await casesOfQuestions(ctx.db, workspaceId, ids);
  const requests: Asked[] = [];
  for (const questionId of ids) {
    const own = cases.filter((one) => one.questionId === questionId);
    const [first] = own;
    if (first === undefined) throw notFound('question');
    const named =
      engines === undefined ? own : own.filter(({ search }) => engines.some(({ id }) => id === search.engine));
    requests.push(...named.map((record) => askedCase(ctx, record)));
    for (const engine of engines ?? []) {
      if (own.some(({ search }) => search.engine === engine.id)) continue;
      // A case that could not be saved for the engine cannot be asked there, so it gets no price.
      await buildSearch(
        ctx,
        { ...first, search: { ...defaultSearch, engine: engine.id } },
        { engine: 'engines', query: 'questionIds' },
      );
      requests.push({ record: null, questionId, engine, model: engine.defaultModel });
    }
  }
  return requests;
}

/** As `createQuestions` saves a question without further settings. */
const defaultSearch = { mode: 'open-web', allowedDomains: [], contextSize: null, model: null, device: null } as const;

function askedCase(ctx: Ctx, record: KeywordCase): Asked {
  const engine = ctx.engines.find(record.search.engine);
  if (engine === null) throw engineUnavailable(record.search.engine, 'this service does not know it.');
  return { record, questionId: record.questionId, engine, model: record.search.model ?? engine.defaultModel };
}

async function buildDecision(ctx: Ctx, record: KeywordCase, maxAgeSeconds: number) {
  const { harnessKey } = planCase(ctx, record, false);
  const match = { workspaceId: ctx.principal.workspaceId, targetId: record.id, harnessKey };
  const completed = maxAgeSeconds > 0 ? await latestCompleted(ctx.db, match) : null;
  const active = await activeMatches(ctx.db, match);
  return decideEnsure(completed, active, maxAgeSeconds, Date.parse(steadyIso(ctx))).kind;
}

function totalOf(items: readonly QuotedAnswer[]): QuotedSum {
  const total: QuotedSum = { bought: 0, reused: 0, blocked: 0, typical: 0, max: 0, held: 0, unpriced: 0 };
  for (const { bought, reused, blocked, perRun } of items) {
    total.bought += bought;
    total.reused += reused;
    total.blocked += blocked;
    if (bought === 0) continue;
    if (perRun.held === null) total.unpriced += bought;
    for (const name of ['typical', 'max', 'held'] as const) {
      const [sum, cost] = [total[name], perRun[name]];
      total[name] = sum === null || cost === null ? null : sum + bought * cost;
    }
  }
  return total;
}

function fitsInto(budgets: readonly BudgetStanding[], { held }: QuotedSum): boolean | null {
  const lefts = budgets.map(leftOf).filter((remaining) => remaining !== null);
  if (lefts.length === 0) return null;
  return held !== null && lefts.every((leftCount) => held <= leftCount);
}
