/**
 * Returns the sum of squared shares (O. C. Herfindahl, 1950): 1 if one domain has every citation, 1/n if n share them
 * evenly. Fraction of 1. Null if nothing was counted.
 */
export function herfindahl(counts: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return total === 0 ? null : counts.reduce((sum, count) => sum + (count / total) ** 2, 0);
}
