import { type Interval, requireCount, z95 } from './interval.ts';

/** A stratum of a frame: its size, its drawn members with a known result, and the number of "yes" among them. */
export type Stratum = { size: number; known: number; yes: number };

/**
 * Estimates a share of a finite frame from a stratified random sample, with its 95 % interval. The share weights each
 * stratum by its size (W. G. Cochran, Sampling Techniques, 1977, ch. 5), with Cochran's finite population correction.
 * The interval is Wilson's with the effective sample size `p(1 − p) / variance`, lowered by the squared ratio of the
 * normal to Student's quantile (E. L. Korn and B. I. Graubard, Survey Methodology 24, 1998). Null if a stratum has no
 * known member, because that part of the frame is unknown.
 */
export function stratifiedShare(
  strata: readonly Stratum[],
): { share: number; interval: Interval; known: number } | null {
  const size = strata.reduce((sum, stratum) => sum + stratum.size, 0);
  const knownCount = strata.reduce((sum, stratum) => sum + stratum.known, 0);
  if (strata.length === 0 || strata.some((stratum) => stratum.known === 0)) return null;
  let [share, variance] = [0, 0];
  for (const stratum of strata) {
    requireCount('known', stratum.known, stratum.size);
    requireCount('yes', stratum.yes, stratum.known);
    const weight = stratum.size / size;
    // Adding half a yes and half a no avoids zero variance in strata with equal answers.
    const smooth = (stratum.yes + 0.5) / (stratum.known + 1);
    share += weight * (stratum.yes / stratum.known);
    variance += (weight ** 2 * (1 - stratum.known / stratum.size) * smooth * (1 - smooth)) / stratum.known;
  }
  // A frame whose members are all known has no uncertainty.
  if (variance === 0) return { share, interval: { lower: share, upper: share }, known: knownCount };
  const middle = Math.min(1 - 0.5 / knownCount, Math.max(0.5 / knownCount, share));
  const student = studentQuantile(Math.max(1, knownCount - strata.length));
  const effective = ((middle * (1 - middle)) / variance) * (z95 / student) ** 2;
  const square = z95 ** 2;
  const centre = (share + square / (2 * effective)) / (1 + square / effective);
  const half =
    (z95 * Math.sqrt((share * (1 - share)) / effective + square / (4 * effective ** 2))) / (1 + square / effective);
  return {
    share,
    interval: { lower: Math.max(0, centre - half), upper: Math.min(1, centre + half) },
    known: knownCount,
  };
}

/** Returns the 97.5 % quantile of Student's distribution by its expansion (Abramowitz and Stegun 26.7.5). */
function studentQuantile(freedom: number): number {
  const z = z95;
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  );
}
