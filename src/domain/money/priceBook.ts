/** Units of prices. `searching_answer`: an answer that searched at all, however often. */
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
  /** The worst case, where the price is a range. */
  maxUsd?: number;
  source: string;
  /** UTC date on which the source said so. */
  asOf: string;
  /** True if the reply to a purchase names its price: then that replaces ours. */
  statedByProvider: boolean;
  /** Holds for requests with more input tokens than this, and for all their tokens. */
  aboveInputTokens?: number;
  /** First and last UTC date on which it holds. */
  from?: string;
  until?: string;
  /** So many a month are free for the whole account. Other programs may have used them, so nothing is deducted. */
  freePerMonth?: number;
};

/** Source of a price: the vendor's list, the account itself, or the operator's own file. */
export type PriceBasis = 'price_table' | 'account_prices';

export type Price = PriceRow & { basis: PriceBasis };

/** A price as a vendor's account states it today. */
export type AccountPrice = Pick<PriceRow, 'engine' | 'item' | 'unit' | 'usd'>;

/** The prices of one moment, each item's best source first. */
export type PriceBook = { readonly rows: readonly Price[] };

type Asked = { engine: string; item: string; unit: PriceUnit; inputTokens?: number; date: string };

/** The operator's own rows win over what the account states, and that over the list that comes with the program. */
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

/** The price that holds on a UTC date; null if none is known. Long requests take their own rows, where there are any. */
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

/** A vendor answers under a dated name of the model that was asked: `gpt-5.5-2026-04-23` costs what `gpt-5.5` does. */
function isItem(row: PriceRow, item: string): boolean {
  if (row.item === item) return true;
  if (row.unit === 'search' || row.unit === 'searching_answer') {
    return row.item === 'web_search' || item.startsWith(row.item);
  }
  return item.startsWith(`${row.item}-`) && /^\d{4}-?\d{2}-?\d{2}$/.test(item.slice(row.item.length + 1));
}

const modelUnits: readonly PriceUnit[] = ['million_input_tokens', 'answer'];

/** The models of an engine that the book has a price of, in its order. */
export function pricedModels(book: PriceBook, engine: string): string[] {
  const rows = book.rows.filter((row) => row.engine === engine && modelUnits.includes(row.unit));
  return [...new Set(rows.map(({ item }) => item))].filter((item) => item !== 'standard');
}

/** Returns true if a model of an engine, or the one whose dated name it is, has a price at any time. */
export function hasPrices(book: PriceBook, engine: string, model: string): boolean {
  return book.rows.some((row) => row.engine === engine && modelUnits.includes(row.unit) && isItem(row, model));
}

const staleAfterMs = 60 * 86_400_000;

/** After sixty days a price may have changed. @param now milliseconds since the epoch */
export function mayHaveChanged(asOf: string, now: number): boolean {
  return now - Date.parse(asOf) > staleAfterMs;
}
