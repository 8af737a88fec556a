/** Units of prices. `searching_answer`: an answer with any number of searches. */
export const priceUnits = [
  'answer',
  'call',
  'search',
  'searching_answer',
  'million_input_tokens',
  'million_cached_input_tokens',
  'million_output_tokens',
] as const;
type PriceUnit = (typeof priceUnits)[number];

/** One price as its source states it, in US dollars without tax. */
export type PriceRow = {
  /** Id of an engine; `seo` for the calls of an SEO overview. */
  engine: string;
  /** `standard`, a model, a tool, or the name of a call. */
  item: string;
  unit: PriceUnit;
  usd: number;
  /** The worst case, if the price is a range. */
  maxUsd?: number;
  source: string;
  /** UTC date of the source. */
  asOf: string;
  /** True if the reply to a purchase states its price, which then replaces ours. */
  statedByProvider: boolean;
  /** Applies to requests with more input tokens than this, for all their tokens. */
  aboveInputTokens?: number;
  /** First and last UTC date of validity. */
  from?: string;
  until?: string;
  /** Monthly free allowance of the whole account. Other programs may have used it, so nothing is deducted. */
  freePerMonth?: number;
};

/** Source of a price: the vendor's list, the account itself, or the operator's own file. */
export type PriceBasis = 'price_table' | 'account_prices';

export type Price = PriceRow & { basis: PriceBasis };

/** A price as the vendor's account currently states it. */
export type AccountPrice = Pick<PriceRow, 'engine' | 'item' | 'unit' | 'usd'>;

/** Prices at one moment, each item's best source first. */
export type PriceBook = { readonly rows: readonly Price[] };

type Asked = { engine: string; item: string; unit: PriceUnit; inputTokens?: number; date: string };

/**
 * Combines prices by precedence: the operator's own rows, then the account's, then the list shipped with the program.
 */
export function buildPriceBook(
  list: readonly PriceRow[],
  own: readonly PriceRow[],
  account: readonly PriceRow[] = [],
): PriceBook {
  const priced = (rows: readonly PriceRow[], basis: PriceBasis): Price[] => rows.map((row) => ({ ...row, basis }));
  return {
    rows: [...priced(own, 'price_table'), ...priced(account, 'account_prices'), ...priced(list, 'price_table')],
  };
}

/** Returns the price valid on a UTC date; null if none is known. Long requests use their own rows, if there are any. */
export function findPrice(book: PriceBook, request: Asked): Price | null {
  const inputTokens = request.inputTokens ?? 0;
  let best: Price | null = null;
  for (const row of book.rows) {
    if (row.engine !== request.engine || row.unit !== request.unit || !isItem(row, request.item)) continue;
    if ((row.from ?? '') > request.date || (row.until ?? '9999') < request.date) continue;
    const above = row.aboveInputTokens ?? -1;
    if (above >= inputTokens) continue;
    if (best === null || above > (best.aboveInputTokens ?? -1)) best = row;
  }
  return best;
}

/** Vendors answer with a dated name of the requested model: `gpt-5.5-2026-04-23` costs the same as `gpt-5.5`. */
function isItem(row: PriceRow, item: string): boolean {
  if (row.item === item) return true;
  if (row.unit === 'search' || row.unit === 'searching_answer') {
    return row.item === 'web_search' || item.startsWith(row.item);
  }
  return item.startsWith(`${row.item}-`) && /^\d{4}-?\d{2}-?\d{2}$/.test(item.slice(row.item.length + 1));
}

const modelUnits: readonly PriceUnit[] = ['million_input_tokens', 'answer'];

/** Lists an engine's models with a price, in the order of the book. */
export function pricedModels(book: PriceBook, engine: string): string[] {
  const rows = book.rows.filter((row) => row.engine === engine && modelUnits.includes(row.unit));
  return [...new Set(rows.map(({ item }) => item))].filter((item) => item !== 'standard');
}

/** Returns true if a model has a price at any time; a dated name, such as `gpt-5.5-2026-04-23`, counts as its model. */
export function hasPrices(book: PriceBook, engine: string, model: string): boolean {
  return book.rows.some((row) => row.engine === engine && modelUnits.includes(row.unit) && isItem(row, model));
}

const staleAfterMs = 60 * 86_400_000;

/** Returns true if a price is older than sixty days and may have changed. @param now milliseconds since the epoch */
export function mayHaveChanged(asOf: string, now: number): boolean {
  return now - Date.parse(asOf) > staleAfterMs;
}
