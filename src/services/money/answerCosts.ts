import { maxSecondReaderTextLength, modelOfSecondReader } from '../../domain/answer/secondReading.ts';
import { expectedAnswerCost, expectedReadingCost } from '../../domain/money/expectedCost.ts';
import { dayOf } from '../../domain/money/month.ts';
import { mayHaveChanged } from '../../domain/money/priceBook.ts';
import { historyLength, type QuotedCost, quotedCost } from '../../domain/money/quote.ts';
import type { Engine } from '../../domain/runs/engine.ts';
import { lastSettled } from '../../store/money/ledgerEntries.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { worstCase } from './holdPurchase.ts';

/** Cost of one answer, with the second reading if configured. */
export type AnswerCost = QuotedCost & { mayHaveChanged: boolean };

/** Creates a function that reads the cost of one answer by engine and model, each only once. */
export function createAnswerCosts(ctx: Ctx): (engine: Engine, model: string | null) => Promise<AnswerCost> {
  const knownByKey = new Map<string, AnswerCost>();
  const book = ctx.prices.book();
  const date = dayOf(nowIso(ctx));
  const { workspaceId } = ctx.principal;
  const reading = readingCost(ctx);
  return async (engine, model) => {
    const key = `${engine.id} ${model}`;
    const before = knownByKey.get(key);
    if (before !== undefined) return before;
    const expected = expectedAnswerCost(book, { engine: engine.id, model, date }, engine.work);
    const { simulated } = engine;
    const history =
      model === null
        ? []
        : await lastSettled(ctx.db, { workspaceId, engine: engine.id, model, simulated }, historyLength);
    const answer = quotedCost(expected, worstCase(ctx, expected), history);
    const cost = reading === null ? answer : addCosts(answer, reading);
    const full = { ...cost, mayHaveChanged: cost.asOf !== null && mayHaveChanged(cost.asOf, ctx.runtime.now()) };
    knownByKey.set(key, full);
    return full;
  };
}

/** Computes what the second reading adds to every answer; null without a second reader. */
function readingCost(ctx: Ctx): QuotedCost | null {
  if (ctx.secondReader === null) return null;
  const priced = {
    engine: 'openai',
    model: modelOfSecondReader(ctx.secondReader.identity),
    date: dayOf(nowIso(ctx)),
  };
  const expected = expectedReadingCost(ctx.prices.book(), priced, maxSecondReaderTextLength);
  const usual = expectedReadingCost(ctx.prices.book(), priced, defaultAnswerLength);
  const cost = quotedCost(expected, worstCase(ctx, expected), []);
  return { ...cost, typical: usual?.typical ?? null };
}

/** In characters. */
const defaultAnswerLength = 4_000;

function addCosts(answer: QuotedCost, reading: QuotedCost): QuotedCost {
  const add = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other);
  const { typical, max, held } = reading;
  return {
    ...answer,
    typical: add(answer.typical, typical),
    max: add(answer.max, max),
    held: add(answer.held, held),
  };
}
