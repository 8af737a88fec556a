import {
  armDifference,
  type ClusterMeans,
  control,
  cupedSlope,
  listValues,
  type SteppedCluster,
  steppedDifference,
  treated,
} from './estimate.ts';
import type { JudgedExperiment } from './judgedExperiment.ts';
import { type Filling, knownValues, questionMeans, type Windows } from './observations.ts';
import type { AnswerMetric, Cluster } from './protocol.ts';
import type { Statistic } from './randomisation.ts';

/** Test statistic of the rounds so far. Clusters without known answers keep their label and have no values. */
export type InterimData = {
  labels: readonly number[];
  clusters: ClusterMeans[];
  /** Values of each cluster's questions by which the arms are compared. */
  values: number[][];
  /** Slope of CUPED; 1: plain differences. */
  slope: number;
  statistic: Statistic;
};

export type InterimOptions = {
  metric?: AnswerMetric;
  /** Values for missing answers of treated and of control questions. */
  fill?: { treated: Filling; control: Filling; expected: number };
  /** Questions to leave out. */
  without?: ReadonlySet<string>;
};

/** Computes the statistic; null if an arm has no known cluster. */
export function findStatistic(
  experiment: JudgedExperiment,
  windows: Windows,
  options: InterimOptions = {},
): InterimData | null {
  const { protocol, registration } = experiment;
  const isStepped = protocol.assignment === 'stepped';
  const { labels } = registration;
  const clusters = protocol.clusters.map((cluster, at) => ({
    id: cluster.id,
    questions: listMeans(experiment, windows, cluster, labels[at] ?? control, options),
  }));
  const isKnown = (label: number) => clusters.some(({ questions }, at) => labels[at] === label && questions.length > 0);
  if (!isKnown(0) || !isKnown(isStepped ? protocol.steps - 1 : treated)) return null;
  // With chosen arms the slope raises false alarms.
  const slope = protocol.assignment === 'chosen' || isStepped ? 1 : cupedSlope(clusters);
  const values = listValues(clusters, slope);
  return {
    labels,
    clusters,
    values,
    slope,
    statistic: isStepped ? steppedStatistic(experiment, windows, clusters) : armDifference(values),
  };
}

function listMeans(
  { protocol }: JudgedExperiment,
  windows: Windows,
  { questionIds }: Cluster,
  label: number,
  { metric = protocol.metric, fill, without }: InterimOptions,
) {
  const filling = fill === undefined ? null : label === treated ? fill.treated : fill.control;
  return questionIds
    .filter((id) => without?.has(id) !== true)
    .flatMap((id) => questionMeans(windows, id, metric, { filling, expected: fill?.expected ?? 0 }) ?? []);
}

/** Returns the index of the first round after each step. */
function listStarts({ protocol, changes }: JudgedExperiment, { after }: Windows): number[] {
  const dayMs = 86_400_000;
  return Array.from({ length: protocol.steps }, (_, step) => {
    const change = changes.find((one) => one.step === step);
    if (change === undefined) return Number.POSITIVE_INFINITY;
    const from = Date.parse(change.at) + protocol.lagDays * dayMs;
    const first = after.findIndex(({ dueAt }) => Date.parse(dueAt) >= from);
    return first === -1 ? Number.POSITIVE_INFINITY : first;
  });
}

function steppedStatistic(
  experiment: JudgedExperiment,
  windows: Windows,
  clusters: readonly ClusterMeans[],
): Statistic {
  const { metric } = experiment.protocol;
  const series = clusters.map(({ questions }): SteppedCluster => {
    const rounds = windows.after.map((round) =>
      questions.flatMap(({ questionId, before }) => {
        const values = knownValues(round, questionId, metric);
        return values.length === 0 ? [] : [values.reduce((sum, value) => sum + value, 0) / values.length - before];
      }),
    );
    return {
      sums: rounds.map((values) => values.reduce((sum, value) => sum + value, 0)),
      sizes: rounds.map(({ length }) => length),
    };
  });
  return steppedDifference(series, listStarts(experiment, windows));
}
