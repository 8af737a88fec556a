import { type Interval, z95 } from '../statistics/interval.ts';
import { mean } from '../statistics/median.ts';

/** Automatic reading of an answer: 1 it recommends the website, 0 it does not, 0.5 undecided. */
export type MachineReading = 0 | 0.5 | 1;

/** An answer read both automatically and by a person. */
export type CheckedReading = { machine: MachineReading; person: 0 | 1 };

/** With fewer checked answers the interval does not reach its stated coverage, so no corrected score is given. */
export const minChecked = 30;

/**
 * Number of assumed disagreements added in each direction. A sample without disagreements does not prove that there are
 * none, and without these assumed ones its variance would be 0. Chosen by simulation (`npm run bench -- audit`).
 */
const imagined = 0.15;

export type CorrectedShare = { share: number; interval: Interval };

/**
 * Estimates the share of answers that recommend the website from automatic readings of all N answers, corrected by the
 * n checked ones (prediction-powered inference: A. N. Angelopoulos, S. Bates, C. Fannjiang, M. I. Jordan, T. Zrnic,
 * Science 382, 2023): mean(f over N) − mean(f − y over n). The interval combines the variances of both means and
 * subtracts their covariance, because the checked answers are among the N. Student's t widens it for few checked
 * answers (F. E. Satterthwaite, Biometrics Bulletin 2, 1946). Fractions of 1, cut at 0 and 1. Null below `minChecked`.
 */
export function correctedShare(
  all: readonly MachineReading[],
  checked: readonly CheckedReading[],
): CorrectedShare | null {
  const [N, n] = [all.length, checked.length];
  if (n < minChecked || N < n) return null;
  const machine = checked.map((one) => one.machine);
  const errors = checked.map((one) => one.machine - one.person);
  const estimate = (mean(all) ?? 0) - (mean(errors) ?? 0);
  const ofAll = crossProducts(all, all) / (N - 1) / N;
  const ofErrors = (crossProducts(errors, errors) + 2 * imagined ** 2) / (n - 1) / n;
  const shared = crossProducts(machine, errors) / (n - 1) / N;
  // The covariance is itself an estimate, so it must not make the interval narrower than the disagreements alone do.
  const variance = Math.max(ofErrors * (1 - n / N), ofAll + ofErrors - 2 * shared);
  const degrees = (ofAll + ofErrors) ** 2 / (ofAll ** 2 / (N - 1) + ofErrors ** 2 / (n - 1));
  const half = studentQuantile(degrees) * Math.sqrt(variance);
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  return { share: cut(estimate), interval: { lower: cut(estimate - half), upper: cut(estimate + half) } };
}

function crossProducts(leftItems: readonly number[], right: readonly number[]): number {
  const [ofLeft, ofRight] = [mean(leftItems) ?? 0, mean(right) ?? 0];
  return leftItems.reduce((sum, value, index) => sum + (value - ofLeft) * ((right[index] ?? 0) - ofRight), 0);
}

/**
 * Returns the 97.5 % quantile of Student's t, by its expansion (Abramowitz and Stegun, 1964, 26.7.5): exact to 0.001
 * from 20 degrees of freedom on.
 */
function studentQuantile(degrees: number): number {
  const z = z95;
  return (
    z +
    (z ** 3 + z) / (4 * degrees) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degrees ** 3)
  );
}
