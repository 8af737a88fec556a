import type { AnswerWork } from '../runs/engine.ts';
import { isTerminal, type Usage } from '../runs/run.ts';
import type { KeywordRun } from '../runs/runRecord.ts';
import { isGone } from '../runs/runState.ts';
import { estimatedCost } from './expectedCost.ts';
import { dayOf } from './month.ts';
import type { PriceBook } from './priceBook.ts';
import type { MoneyEnd } from './purchase.ts';
import { microUsdOf } from './usd.ts';

type Priced = Pick<KeywordRun, 'engine' | 'model' | 'ask' | 'createdAt' | 'status' | 'phase' | 'error'>;

/**
 * Returns what a run's current state implies for its money; null if nothing yet. A price that the provider stated
 * counts immediately; everything else waits for the end.
 * @param use of the answer alone, without its second reading
 */
export function findMoneyEnd(run: Priced, { usage, isFromText }: AnswerUse, book: PriceBook): MoneyEnd | null {
  if (usage.costUsd !== null) return { kind: 'stated', micro: microUsdOf(usage.costUsd) };
  if (!isTerminal(run.status)) return null;
  // Never sent, or provably not created.
  if (run.phase === 'reserved' || run.phase === 'submitting') return { kind: 'nothing' };
  if (run.phase === 'unresolved' || isGone(run.error)) return { kind: 'unknown' };
  const request = { engine: run.engine, models: [run.model, run.ask.search.model], at: run.createdAt };
  // A failed request without counted usage cost nothing. Work that was stopped midway may be charged.
  const end = endByUse(book, request, usage, { unused: run.status === 'failed' ? 'nothing' : 'unknown' });
  return isFromText && end.kind === 'estimated' ? { ...end, basis: 'answer_text' } : end;
}

/** Usage of one answer, as counted by the vendor or estimated from the text. */
export type AnswerUse = { usage: Usage; isFromText: boolean };

/** Characters per token, as vendors state for English text. */
const charactersPerToken = 4;

/**
 * Estimates the usage of an answer for which the vendor counted nothing, for example one recovered through its
 * conversation: from its length, its searches, and the engine's typical input. Figures counted by the vendor stay.
 * @param work of the engine; null: it has one price for each answer
 */
export function estimateUse(
  work: AnswerWork | null,
  usage: Usage,
  answer: { text: string; searchCount: number | null } | null,
): AnswerUse {
  const { inputTokens, outputTokens, costUsd } = usage;
  const isCounted = inputTokens !== null || outputTokens !== null || costUsd !== null;
  if (isCounted || work === null || answer === null) return { usage, isFromText: false };
  const searchCalls = usage.searchCalls ?? answer.searchCount ?? work.typical.searches;
  const length = Math.ceil(answer.text.length / charactersPerToken);
  return {
    usage: { ...usage, inputTokens: work.typical.inputTokens, outputTokens: length, searchCalls },
    isFromText: true,
  };
}

/**
 * Computes money from usage: tokens times prices. The model that answered may have no price of its own while the
 * requested model has one.
 */
export function endByUse(
  book: PriceBook,
  request: { engine: string; models: readonly (string | null)[]; at: string },
  usage: Usage,
  { unused }: { unused: 'nothing' | 'unknown' },
): MoneyEnd {
  if (usage.costUsd !== null) return { kind: 'stated', micro: microUsdOf(usage.costUsd) };
  if (usage.inputTokens === null && usage.outputTokens === null && usage.searchCalls === null) return { kind: unused };
  for (const model of request.models) {
    const match = estimatedCost(book, { engine: request.engine, model, date: dayOf(request.at) }, usage);
    if (match !== null) return { kind: 'estimated', ...match };
  }
  return { kind: 'unknown' };
}
