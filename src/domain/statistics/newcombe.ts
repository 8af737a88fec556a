import type { Interval } from './interval.ts';
import { z95 } from './interval.ts';
import { wilson } from './wilson.ts';

/**
 * Returns the interval of the difference of two independent shares, first minus second, as a fraction of 1 (R. G.
 * Newcombe, Statistics in Medicine 17, 1998, method 10: the Wilson limits of both, combined).
 */
export function newcombe(
  first: { successes: number; trials: number },
  second: { successes: number; trials: number },
  z: number = z95,
): Interval {
  const p1 = first.successes / first.trials;
  const p2 = second.successes / second.trials;
  const w1 = wilson(first.successes, first.trials, z);
  const w2 = wilson(second.successes, second.trials, z);
  return {
    lower: p1 - p2 - Math.hypot(p1 - w1.lower, w2.upper - p2),
    upper: p1 - p2 + Math.hypot(w1.upper - p1, p2 - w2.lower),
  };
}
