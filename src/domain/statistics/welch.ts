import { studentTwoSided } from './studentT.ts';

export type Welch = {
  difference: number;
  standardError: number;
  t: number;
  /** Degrees of freedom of F. E. Satterthwaite (1946). */
  df: number;
  /** Two-sided. */
  p: number;
};

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Runs B. L. Welch's test (1947) of two means with unequal variances; null if a side has fewer than two values or
 * nothing varies, because no error can be estimated then.
 */
export function welch(one: readonly number[], other: readonly number[]): Welch | null {
  if (one.length < 2 || other.length < 2) return null;
  const [oneShare, otherShare] = [one, other].map((values) => {
    const mean = meanOf(values);
    return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) / values.length;
  }) as [number, number];
  const variance = oneShare + otherShare;
  if (variance < 1e-18) return null;
  const difference = meanOf(one) - meanOf(other);
  const standardError = Math.sqrt(variance);
  const t = difference / standardError;
  const df = variance ** 2 / (oneShare ** 2 / (one.length - 1) + otherShare ** 2 / (other.length - 1));
  return { difference, standardError, t, df, p: studentTwoSided(t, df) };
}
