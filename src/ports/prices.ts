import type { PriceBook } from '../domain/money/priceBook.ts';

/** Prices of this process, by precedence: the operator's own, the accounts', the list. */
export interface Prices {
  /** Returns prices as last read: holds are computed from them without a query. */
  book(): PriceBook;
  /** Loads prices saved meanwhile, by this process or another, every few minutes at most. */
  refresh(): Promise<void>;
}
