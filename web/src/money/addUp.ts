/** Sums of US dollars as exact as what they are made of: whole micro-dollars. */
export function addUp(amounts: readonly number[]): number {
  return amounts.reduce((sum, usd) => sum + Math.round(usd * 1_000_000), 0) / 1_000_000;
}
