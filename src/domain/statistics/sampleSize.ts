import { requireCount, z95 } from './interval.ts';

/**
 * Returns the smallest number of answers whose Wilson interval around `share` has at most `halfWidth` (fractions of 1).
 * Solves the half-width formula of wilson.ts, quadratic in n + z², for n.
 */
export function neededAnswers(share: number, halfWidth: number, z: number = z95): number {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`share must be from 0 to 1, not ${share}`);
  if (!(halfWidth > 0 && halfWidth < 1)) throw new RangeError(`halfWidth must be between 0 and 1, not ${halfWidth}`);
  const variance = share * (1 - share);
  const root = Math.sqrt(variance * variance + 4 * halfWidth * halfWidth * (1 / 4 - variance));
  const exact = (z * z * (variance + root)) / (2 * halfWidth * halfWidth) - z * z;
  // A result that is a whole number up to rounding must not be rounded up to the next one.
  return Math.max(1, Math.ceil(exact - 1e-9));
}

/**
 * Returns how many independent answers `questions` x `repeats` answers are worth if repeats of one question correlate
 * by `correlation` (L. Kish, Survey Sampling, 1965: the design effect 1 + (R - 1) rho).
 */
export function effectiveAnswers(questions: number, repeats: number, correlation: number): number {
  requireCount('questions', questions);
  requireCount('repeats', repeats);
  if (!(correlation >= 0 && correlation <= 1)) throw new RangeError(`correlation must be from 0 to 1`);
  if (questions === 0 || repeats === 0) return 0;
  return (questions * repeats) / (1 + (repeats - 1) * correlation);
}
