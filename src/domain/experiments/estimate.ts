import { type Welch, welch } from '../statistics/welch.ts';
import type { Statistic } from './randomisation.ts';
import type { Labels } from './relabelings.ts';

/** Means of one question over the known answers of both windows. */
export type QuestionMeans = { questionId: string; before: number; after: number };

/** Questions that were assigned together. */
export type ClusterMeans = { id: string; questions: readonly QuestionMeans[] };

export const treated = 1;
export const control = 0;

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
export const meanOf = (values: readonly number[]) => sumOf(values) / values.length;

/**
 * Returns the slope of after on before over all questions, regardless of arms (CUPED: A. Deng, Y. Xu, R. Kohavi, T.
 * Walker 2013). 0 if all questions began alike. Only for random assignment: with chosen arms it raises false alarms (F.
 * Lord 1967).
 */
export function cupedSlope(clusters: readonly ClusterMeans[]): number {
  const questions = clusters.flatMap(({ questions }) => questions);
  const [before, after] = [meanOf(questions.map((one) => one.before)), meanOf(questions.map((one) => one.after))];
  const spread = sumOf(questions.map((one) => (one.before - before) ** 2));
  return spread < 1e-12 ? 0 : sumOf(questions.map((one) => (one.before - before) * (one.after - after))) / spread;
}

/** Returns the value of each question by cluster: after − slope × before. A slope of 1 gives plain differences. */
export function listValues(clusters: readonly ClusterMeans[], slope: number): number[][] {
  return clusters.map(({ questions }) => questions.map(({ before, after }) => after - slope * before));
}

/** Returns the mean over treated questions minus the mean over control questions; NaN if an arm has none. */
export function armDifference(values: readonly (readonly number[])[]): Statistic {
  const sums = values.map(sumOf);
  const sizes = values.map(({ length }) => length);
  const [total, count] = [sumOf(sums), sumOf(sizes)];
  return (labels: Labels) => {
    let sum = 0;
    let size = 0;
    for (let at = 0; at < sums.length; at += 1) {
      if (labels[at] !== treated) continue;
      sum += sums[at] as number;
      size += sizes[at] as number;
    }
    return sum / size - (total - sum) / (count - size);
  };
}

/** Returns the means of the known clusters of each arm. */
export function splitArms(values: readonly (readonly number[])[], labels: Labels): [number[], number[]] {
  const of = (label: number) => values.filter((own, at) => labels[at] === label && own.length > 0).map(meanOf);
  return [of(treated), of(control)];
}

export function welchOfClusters(values: readonly (readonly number[])[], labels: Labels): Welch | null {
  return welch(...splitArms(values, labels));
}

/** Values of the questions of one cluster in each round of a roll-out, minus their mean before the first step. */
export type SteppedCluster = { sums: readonly number[]; sizes: readonly number[] };

/**
 * Estimates a stepped roll-out: in each round in which some clusters were changed and others were not yet, the mean of
 * the changed minus that of the others; averaged over these rounds. A label is the step of a cluster, from 0.
 * @param starts index of the first round after each step
 */
export function steppedDifference(clusters: readonly SteppedCluster[], starts: readonly number[]): Statistic {
  const rounds = clusters[0]?.sums.length ?? 0;
  return (labels: Labels) => {
    const differences: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const sums = [0, 0];
      const sizes = [0, 0];
      for (const [at, cluster] of clusters.entries()) {
        const arm = round >= (starts[labels[at] ?? 0] ?? Number.POSITIVE_INFINITY) ? treated : control;
        sums[arm] = (sums[arm] ?? 0) + (cluster.sums[round] ?? 0);
        sizes[arm] = (sizes[arm] ?? 0) + (cluster.sizes[round] ?? 0);
      }
      const [others, changed] = [0, 1].map((arm) => (sums[arm] ?? 0) / (sizes[arm] ?? 0));
      if (changed !== undefined && others !== undefined && Number.isFinite(changed - others)) {
        differences.push(changed - others);
      }
    }
    return differences.length === 0 ? 0 : meanOf(differences);
  };
}
