declare const brand: unique symbol;

/** What can buy, as a value that everybody may pass on and only a spender may open; see `buyers.ts`. */
export type ClosedBuyers = { readonly [brand]: true };
