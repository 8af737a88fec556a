import { seededNumbers } from '../statistics/seededNumbers.ts';
import { welch } from '../statistics/welch.ts';
import { meanOf, splitArms, treated } from './estimate.ts';
import type { Labels } from './relabelings.ts';

/** Clusters from which the bootstrap has enough weights to draw from. */
export const minBootstrapClusters = 20;

/** M. D. Webb's six weights (2014). */
const weights = [-Math.sqrt(1.5), -1, -Math.sqrt(0.5), Math.sqrt(0.5), 1, Math.sqrt(1.5)] as const;

/**
 * Runs the restricted wild cluster bootstrap of the Welch t (A. C. Cameron, J. B. Gelbach, D. L. Miller 2008):
 * residuals of "no difference" times random weights. p = (1 + hits) / (1 + draws); null if nothing varies.
 */
export function wildBootstrapP(
  values: readonly (readonly number[])[],
  labels: Labels,
  seed: string,
  draws = 9_999,
): number | null {
  const observed = welch(...splitArms(values, labels));
  if (observed === null) return null;
  const knownItems = values.flatMap((own, at) =>
    own.length === 0 ? [] : [{ mean: meanOf(own), label: labels[at] ?? 0 }],
  );
  const knownLabels = knownItems.map(({ label }) => label);
  const mean = meanOf(knownItems.map((one) => one.mean));
  const numbers = seededNumbers(`wild\n${seed}`);
  const limit = Math.abs(observed.t) - 1e-12;
  let hits = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const sample = knownItems.map((one) => [mean + (weights[numbers.below(weights.length)] ?? 0) * (one.mean - mean)]);
    const test = welch(...splitArms(sample, knownLabels));
    if (test !== null && Math.abs(test.t) >= limit) hits += 1;
  }
  return (1 + hits) / (1 + draws);
}

/**
 * Runs the placebo in space (A. Abadie, A. Diamond, J. Hainmueller 2010): each control cluster in turn as if it had
 * been treated, against the other control clusters. null with fewer than two control clusters.
 */
export function placeboInSpace(
  values: readonly (readonly number[])[],
  labels: Labels,
  estimate: number,
): { p: number; clusters: number } | null {
  const controls = values.filter((own, at) => labels[at] !== treated && own.length > 0).map(meanOf);
  if (controls.length < 2) return null;
  const hits = controls.filter((one, at) => {
    const others = controls.filter((_, other) => other !== at);
    return Math.abs(one - meanOf(others)) >= Math.abs(estimate) - 1e-12;
  }).length;
  return { p: (1 + hits) / (1 + controls.length), clusters: controls.length };
}
