import { requireCount } from './interval.ts';

/** Above this, 0.5^n is below the floating-point range. A period contains at most 100 attempts. */
const maxPairs = 1000;

/**
 * Returns the exact two-sided McNemar p: the probability of a split of `gained + lost` changed questions at least this
 * uneven if both directions were equally likely (Q. McNemar, Psychometrika 12, 1947; exact form: the binomial with one
 * half). 1 if nothing changed. Throws RangeError beyond 1000 changed questions.
 */
export function mcnemar(gained: number, lostCount: number): number {
  requireCount('gained', gained);
  requireCount('lost', lostCount);
  const changed = gained + lostCount;
  requireCount('changed questions', changed, maxPairs);
  const fewer = Math.min(gained, lostCount);
  let term = 0.5 ** changed;
  let tail = term;
  for (let i = 1; i <= fewer; i += 1) {
    term *= (changed - i + 1) / i;
    tail += term;
  }
  return Math.min(1, 2 * tail);
}
