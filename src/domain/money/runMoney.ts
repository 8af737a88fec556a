import { isTerminal, type Usage } from '../runs/run.ts';
import type { KeywordRun } from '../runs/runRecord.ts';
import { estimatedCost } from './expectedCost.ts';
import { dayOf } from './month.ts';
import type { PriceBook } from './priceBook.ts';
import type { MoneyEnd } from './purchase.ts';
import { microUsdOf } from './usd.ts';

type Priced = Pick<KeywordRun, 'engine' | 'model' | 'ask' | 'createdAt' | 'status' | 'phase' | 'error'>;

/**
 * What a run's present state says about its money, or null while it says nothing. A price that the provider stated counts
 * at once; the rest waits for the end.
 * @param usage of the answer alone, without its second reading
 */
export function moneyEndOf(run: Priced, usage: Usage, book: PriceBook): MoneyEnd | null {
  if (usage.costUsd !== null) return { kind: 'stated', micro: microUsdOf(usage.costUsd) };
  if (!isTerminal(run.status)) return null;
  // Never sent, or provably not created.
  if (run.phase === 'reserved' || run.phase === 'submitting') return { kind: 'nothing' };
  if (run.phase === 'unresolved' || isGone(run)) return { kind: 'unknown' };
  return endByUse(book, { engine: run.engine, models: [run.model, run.ask.search.model], at: run.createdAt }, usage, {
    // A provider that failed, and counted nothing, has sold nothing. Work that was stopped midway may be charged.
    unused: run.status === 'failed' ? 'nothing' : 'unknown',
  });
}

/**
 * Money by what was used: tokens times prices. The model that answered may have no price of its own where the model that
 * was asked has one.
 */
export function endByUse(
  book: PriceBook,
  asked: { engine: string; models: readonly (string | null)[]; at: string },
  usage: Usage,
  { unused }: { unused: 'nothing' | 'unknown' },
): MoneyEnd {
  if (usage.costUsd !== null) return { kind: 'stated', micro: microUsdOf(usage.costUsd) };
  if (usage.inputTokens === null && usage.outputTokens === null && usage.searchCalls === null) return { kind: unused };
  for (const model of asked.models) {
    const found = estimatedCost(book, { engine: asked.engine, model, date: dayOf(asked.at) }, usage);
    if (found !== null) return { kind: 'estimated', ...found };
  }
  return { kind: 'unknown' };
}

/** The provider no longer had the work: how it ended was never seen. */
function isGone({ error }: Pick<KeywordRun, 'error'>): boolean {
  return error?.startsWith('remote_task_gone') === true;
}
