declare const brand: unique symbol;

/** Buyers as a value that any code may pass on and only a spender may open; see `buyers.ts`. */
export type ClosedBuyers = { readonly [brand]: true };
