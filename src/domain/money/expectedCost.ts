import type { AnswerWork, WorkAmounts } from '../runs/engine.ts';
import type { Usage } from '../runs/run.ts';
import { findPrice, type Price, type PriceBasis, type PriceBook } from './priceBook.ts';
import { type MicroUsd, microUsdOf } from './usd.ts';

/** Maximum and typical output of the second reader, in tokens. */
const secondReaderOutput = { typical: 500, max: 8_000 };

/** Expected cost of a purchase: `max` is held for it. `asOf` is the date of its oldest price. */
export type ExpectedCost = { typical: MicroUsd; max: MicroUsd; basis: PriceBasis | 'owner_limit'; asOf: string | null };

/** Estimated cost of a purchase, from its usage. */
export type EstimatedCost = { micro: MicroUsd; basis: PriceBasis; asOf: string };

/** Engine, model and date of a purchase. `date`: the UTC date. */
export type Priced = { engine: string; model: string | null; date: string };

/**
 * Computes the expected cost of one answer; null if no price is known. History replaces the typical figure once there
 * is enough of it; a row of `PRICES_FILE` with the unit `answer` and the model as its item replaces both.
 * @param work the engine's figures for its answers; null if it has one price per answer
 */
export function expectedAnswerCost(
  book: PriceBook,
  { engine, model, date }: Priced,
  work: AnswerWork | null,
): ExpectedCost | null {
  const flat =
    (model === null ? null : findPrice(book, { engine, item: model, unit: 'answer', date })) ??
    findPrice(book, { engine, item: 'standard', unit: 'answer', date });
  if (flat !== null) return expectedOf(flat);
  if (work === null || model === null) return null;
  return expectedWork(book, { engine, model, date }, work);
}

/** Computes the expected cost of one second reading of a text of this many characters; null if no price is known. */
export function expectedReadingCost(book: PriceBook, priced: Priced, characters: number): ExpectedCost | null {
  const work = (inputTokens: number, outputTokens: number): WorkAmounts => ({ inputTokens, outputTokens, searches: 0 });
  // A token is at least one character in nearly every script, and about four in English.
  const typical = work(500 + Math.ceil(characters / 4), secondReaderOutput.typical);
  return expectedWork(book, priced, { typical, max: work(1_000 + characters, secondReaderOutput.max) });
}

/** Computes the expected cost of one call of an SEO overview; null if no price is known. */
export function expectedSeoCallCost(book: PriceBook, name: string, date: string): ExpectedCost | null {
  const price = findPrice(book, { engine: 'seo', item: name, unit: 'call', date });
  return price === null ? null : expectedOf(price);
}

function expectedOf({ usd, maxUsd, basis, asOf }: Price): ExpectedCost {
  return { typical: microUsdOf(usd), max: microUsdOf(maxUsd ?? usd), basis, asOf };
}

function expectedWork(book: PriceBook, priced: Priced, { typical, max }: AnswerWork): ExpectedCost | null {
  const usual = costOfWork(book, priced, typical);
  const worst = costOfWork(book, priced, max);
  if (usual === null || worst === null) return null;
  return { typical: usual.micro, max: worst.micro, basis: worst.basis, asOf: worst.asOf };
}

/** Computes the cost of recorded usage from the prices; null if the tokens or a price are unknown. */
export function estimatedCost(book: PriceBook, priced: Priced, usage: Usage): EstimatedCost | null {
  const { inputTokens, outputTokens, cachedInputTokens, searchCalls } = usage;
  if (inputTokens === null || outputTokens === null) return null;
  return costOfWork(book, priced, {
    inputTokens,
    outputTokens,
    cachedInputTokens: cachedInputTokens ?? 0,
    searches: searchCalls ?? 0,
  });
}

/** Input tokens served from the vendor's cache. */
type UsedWork = WorkAmounts & { cachedInputTokens?: number };

/** Rounds up to whole micro-dollars. */
function costOfWork(book: PriceBook, { engine, model, date }: Priced, work: UsedWork): EstimatedCost | null {
  if (model === null) return null;
  const { inputTokens, outputTokens, searches } = work;
  const cached = Math.min(work.cachedInputTokens ?? 0, inputTokens);
  const price = (unit: Price['unit']): Price | null =>
    findPrice(book, { engine, item: model, unit, date, inputTokens });
  const input = price('million_input_tokens');
  const output = price('million_output_tokens');
  if (input === null || output === null) return null;
  const entry = price('million_cached_input_tokens') ?? input;
  const used: [Price, number][] = [
    [input, inputTokens - cached],
    [entry, cached],
    [output, outputTokens],
  ];
  if (searches > 0) {
    const each = price('search');
    const once = each ?? price('searching_answer');
    if (once === null) return null;
    used.push([once, (each === null ? 1 : searches) * 1_000_000]);
  }
  // Micro-dollars per million units, times units: whole numbers until the one division.
  const millionths = used.reduce((sum, [{ usd }, units]) => sum + microUsdOf(usd) * units, 0);
  const prices = used.filter(([, units]) => units > 0).map(([row]) => row);
  return {
    micro: Math.ceil(millionths / 1_000_000),
    basis: prices.every(({ basis }) => basis === 'account_prices') ? 'account_prices' : 'price_table',
    asOf: prices.map(({ asOf }) => asOf).reduce((one, other) => (one < other ? one : other), input.asOf),
  };
}
