import type { PriceBook } from '../domain/money/priceBook.ts';

/** The prices of this process: the operator's own over what accounts state over the list. */
export interface Prices {
  /** Returns prices as last read: holds are computed from them, without a query. */
  book(): PriceBook;
  /** Takes what was saved meanwhile, by this process or another. Looks every few minutes at most. */
  refresh(): Promise<void>;
}
