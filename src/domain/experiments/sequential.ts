import { logGamma } from '../statistics/studentT.ts';

/**
 * Computes the E-value of wins and losses of pairs, with a uniform prior of the share of wins (H. Robbins 1970):
 * 2^(w+l) B(1+w, 1+l). Valid whenever it is read; 20 counts as a difference (J. Ville 1939). Ties are left out.
 */
export function pairEvidence(wins: number, losses: number): number {
  const logBeta = logGamma(1 + wins) + logGamma(1 + losses) - logGamma(2 + wins + losses);
  return Math.exp((wins + losses) * Math.LN2 + logBeta);
}

const bets = [-1, -0.5, 0.5, 1] as const;

/**
 * Computes the E-value of half the differences of pairs, each from -1 to 1, in registered order: the mean wealth of
 * fixed bets (I. Waudby-Smith, A. Ramdas 2024).
 */
export function betEvidence(halves: readonly number[]): { wealth: number[]; evidence: number } {
  const wealth = bets.map((bet) => halves.reduce((product, half) => product * (1 + bet * half), 1));
  return { wealth, evidence: wealth.reduce((sum, one) => sum + one, 0) / bets.length };
}

/** Rounds before the change from which the variance of a round is known well enough for the monitor. */
export const minMonitorRounds = 12;

/**
 * Computes the mixture sequential probability ratio of round means, treated minus control (R. Johari, P. Koomen, L.
 * Pekelis, D. Walsh 2022). A monitor, never a verdict: one assignment serves all rounds, so that they are not
 * independent.
 */
export function monitorRatio(input: {
  /** Variance of the difference of one round. */
  variance: number;
  before: number;
  after: number;
  /** Mean difference after the change, minus the one before. */
  difference: number;
  /** Variance of the effects that the mixture expects. */
  mixing: number;
}): { information: number; ratio: number } {
  const { variance, before, after, difference, mixing } = input;
  const information = 1 / (variance * (1 / after + 1 / before));
  const scale = 1 + mixing * information;
  const ratio = scale ** -0.5 * Math.exp((mixing * (difference * information) ** 2) / (2 * scale));
  return { information, ratio };
}
