import { normalQuantile } from './normal.ts';

/**
 * Assumed share of pairs of repeats that disagree on whether a domain is listed, used when too few repeats exist to
 * measure it: 2 x (1 - 0.3) x 0.5 x 0.5, for a domain listed in half of the answers, with the correlation of 0.3
 * between repeats found in public repeated answers.
 */
export const assumedFlipRate = 0.35;

const power = 0.8;

export type PanelDesign = {
  questions: number;
  /** Answers to each question in each of the two periods. */
  repeats: number;
  /** Share of pairs of repeats that disagree, 0-1. */
  flipRate: number;
  /** Two-sided significance level of the test. */
  level: number;
};

/**
 * Returns the mean change of the listed share, as a fraction, that a paired comparison of two such panels detects with
 * a probability of 80 %. Normal approximation of the sign-flip test: delta = z sqrt((f / r + delta^2) / m), where f / r
 * is the variance of one question's difference by chance, and delta^2 that of a change which affects only some
 * questions (its standard deviation assumed equal to its mean). Null if even a change of all questions would not
 * suffice.
 */
export function detectableWithPower({ questions, repeats, flipRate, level }: PanelDesign): number | null {
  if (questions <= 0 || repeats <= 0) return null;
  const z = normalQuantile(1 - level / 2) + normalQuantile(power);
  const remaining = 1 - z ** 2 / questions;
  if (remaining <= 0) return null;
  const change = Math.sqrt((z ** 2 * flipRate) / (repeats * questions) / remaining);
  return change > 1 ? null : change;
}

/** Returns the smallest number of questions that, all changing in one direction, bring an exact test below `level`. */
export function minChangedAt(level: number): number {
  let changed = 1;
  while (2 * 0.5 ** changed >= level) changed += 1;
  return changed;
}
