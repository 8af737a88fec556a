/** Sums US dollars exactly, in whole micro-dollars. */
export function addUp(amounts: readonly number[]): number {
  return amounts.reduce((sum, usd) => sum + Math.round(usd * 1_000_000), 0) / 1_000_000;
}
