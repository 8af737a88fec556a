import { studentCritical } from '../statistics/studentT.ts';
import { control, meanOf, treated, welchOfClusters } from './estimate.ts';
import { findStatistic, type InterimData } from './interimStatistic.ts';
import type { JudgedExperiment, Judging } from './judgedExperiment.ts';
import { type Filling, knownValues, type ObservedRound, type Windows } from './observations.ts';
import type { AnswerMetric } from './protocol.ts';
import { randomisationP, shuffledRange } from './randomisation.ts';
import { minBootstrapClusters, placeboInSpace, wildBootstrapP } from './secondOpinions.ts';
import { betEvidence, minMonitorRounds, monitorRatio, pairEvidence } from './sequential.ts';

/** Mean of each arm over one round, in points; null without a known answer. */
type ArmRound = { round: number; dueAt: string; treated: number | null; control: number | null };

type ArmMeans = { before: number | null; after: number | null; clusters: number; questions: number };

/** Estimate of a due look. Differences, intervals and means are in points, 100 × the metric. */
export type InterimEstimate = {
  metric: AnswerMetric;
  difference: number;
  interval95: { low: number; high: number } | null;
  /** Only for this look; the verdict judges all looks together. */
  p: number | null;
  /** Slope of CUPED; null: plain differences. */
  slope: number | null;
  /** Means are null if a roll-out has reached every cluster, so that none is left for comparison. */
  arms: Record<'treated' | 'control', ArmMeans>;
  knownAnswers: number;
  /** Percent of the answers of each arm that cannot be judged. */
  missing: { treated: number; control: number };
  /** Differences of 95 of 100 shuffled assignments lie within ± this; null for chosen arms. */
  shuffledWithin: number | null;
  placebo: { time: number | null; space: number | null };
  /** p of the wild cluster bootstrap of chosen arms; requires at least 20 clusters. */
  secondOpinion: number | null;
  /** Evidence against "nothing changed" over pairs; 20 finds a difference at whatever time it is read. */
  evidence: { wins: number; losses: number; pairs: number; sizes: number } | null;
  /** Round-by-round ratio, from 12 rounds before the change; never decides a verdict. */
  monitor: number | null;
  /** Control questions whose answers after the change cite a changed page. */
  exposure: { questionIds: string[]; differenceWithout: number | null };
  /** Difference if every missing answer spoke against it, and for it. */
  bounds: { low: number; high: number } | null;
  /** Other registered metrics; `adjusted` by S. Holm (1979). */
  secondary: { metric: AnswerMetric; difference: number; p: number; adjusted: number }[];
  rounds: ArmRound[];
  runs: number;
};

const points = (value: number) => 100 * value;
const dayMs = 86_400_000;

export function estimateInterim(experiment: Judging, windows: Windows): InterimEstimate | null {
  const look = findStatistic(experiment, windows);
  if (look === null) return null;
  const { protocol, registration } = experiment;
  const { labels } = look;
  const isChosen = protocol.assignment === 'chosen';
  const isStepped = protocol.assignment === 'stepped';
  const difference = look.statistic(labels);
  const test = isStepped ? null : welchOfClusters(look.values, labels);
  const shuffled = isChosen ? null : experiment.shuffled;
  const within = shuffled === null ? null : shuffledRange(look.statistic, shuffled, 0.05);
  const half = test === null ? within : studentCritical(0.05, test.df) * test.standardError;
  return {
    metric: protocol.metric,
    difference: points(difference),
    interval95: half === null ? null : { low: points(difference - half), high: points(difference + half) },
    p: shuffled === null ? (test?.p ?? null) : randomisationP(look.statistic, labels, shuffled),
    slope: isChosen || isStepped ? null : look.slope,
    arms: {
      treated: summariseArm(experiment, windows, look, treated),
      control: summariseArm(experiment, windows, look, control),
    },
    ...countAnswers(experiment, windows),
    shuffledWithin: within === null ? null : points(within),
    placebo: {
      time: placeboInTime(experiment, windows),
      space: isChosen ? (placeboInSpace(look.values, labels, difference)?.p ?? null) : null,
    },
    secondOpinion:
      isChosen && look.values.length >= minBootstrapClusters
        ? wildBootstrapP(look.values, labels, registration.digest)
        : null,
    evidence: protocol.assignment === 'pairs' ? deriveEvidence(experiment, look) : null,
    monitor: findMonitor(experiment, windows),
    exposure: buildExposure(experiment, windows),
    bounds: findBounds(experiment, windows),
    secondary: listSecondary(experiment, windows),
    rounds: [...windows.before, ...windows.after].map((round) => armRound(experiment, round)),
    runs: [...windows.before, ...windows.after].reduce((sum, { answers }) => sum + answers.length, 0),
  };
}

/**
 * Returns the means of an arm. In a roll-out, the clusters that had changed by the last round, and those that had not.
 */
function summariseArm(experiment: JudgedExperiment, { after }: Windows, { clusters }: InterimData, label: number) {
  const last = after.at(-1);
  const own = clusters.filter(
    (_, at) => last !== undefined && isTreatedIn(experiment, at, last) === (label === treated),
  );
  const questions = own.flatMap((cluster) => cluster.questions);
  return {
    before: questions.length === 0 ? null : points(meanOf(questions.map((one) => one.before))),
    after: questions.length === 0 ? null : points(meanOf(questions.map((one) => one.after))),
    clusters: own.filter((cluster) => cluster.questions.length > 0).length,
    questions: questions.length,
  };
}

/** Returns true if the pages of a cluster were changed, and its lag was over, when a round was due. */
function isTreatedIn({ protocol, registration, changes }: JudgedExperiment, cluster: number, round: ObservedRound) {
  const label = registration.labels[cluster];
  if (protocol.assignment !== 'stepped') return label === treated;
  const change = changes.find(({ step }) => step === label);
  return change !== undefined && Date.parse(round.dueAt) >= Date.parse(change.at) + protocol.lagDays * dayMs;
}

/** Returns the questions of an arm as of one round. */
function listArmQuestions(experiment: JudgedExperiment, round: ObservedRound, isTreated: boolean): string[] {
  return experiment.protocol.clusters.flatMap(({ questionIds }, at) =>
    isTreatedIn(experiment, at, round) === isTreated ? questionIds : [],
  );
}

function countAnswers(experiment: JudgedExperiment, { before, after }: Windows) {
  const { metric } = experiment.protocol;
  const count = (isTreated: boolean) => {
    let [requests, answers] = [0, 0];
    for (const round of [...before, ...after]) {
      const ids = listArmQuestions(experiment, round, isTreated);
      requests += ids.length * experiment.registration.repeats;
      answers += ids.reduce((all, id) => all + knownValues(round, id, metric).length, 0);
    }
    return { answers, missing: requests === 0 ? 0 : points(Math.max(0, requests - answers) / requests) };
  };
  const [one, other] = [count(true), count(false)];
  return { knownAnswers: one.answers + other.answers, missing: { treated: one.missing, control: other.missing } };
}

/** Applies the same test to the two halves of the rounds before the change, where nothing happened. */
function placeboInTime(experiment: Judging, { before }: Windows): number | null {
  if (before.length < 2) return null;
  const middle = Math.floor(before.length / 2);
  const halves = { before: before.slice(0, middle), after: before.slice(middle) };
  const protocol = experiment.protocol.assignment === 'stepped' ? null : experiment.protocol;
  const look = protocol === null ? null : findStatistic(experiment, halves);
  if (look === null) return null;
  if (protocol?.assignment === 'chosen') return welchOfClusters(look.values, look.labels)?.p ?? null;
  return randomisationP(look.statistic, look.labels, experiment.shuffled);
}

function deriveEvidence({ protocol }: JudgedExperiment, { values, labels }: InterimData) {
  const halves: number[] = [];
  const byStratum = Map.groupBy(protocol.clusters.keys(), (at) => protocol.clusters[at]?.stratum ?? '');
  for (const pair of byStratum.values()) {
    const [one, other] = [treated, control].map((label) => pair.find((at) => labels[at] === label));
    const half = (meanOf(values[one ?? -1] ?? []) - meanOf(values[other ?? -1] ?? [])) / 2;
    if (Number.isFinite(half)) halves.push(half);
  }
  const wins = halves.filter((half) => half > 1e-12).length;
  const losses = halves.filter((half) => half < -1e-12).length;
  const bounded = halves.map((half) => Math.max(-1, Math.min(1, half)));
  return { wins, losses, pairs: pairEvidence(wins, losses), sizes: betEvidence(bounded).evidence };
}

/** Spread of the effects that owners expect: 10 points. */
const monitorMixing = 0.01;

function findMonitor(experiment: JudgedExperiment, { before, after }: Windows): number | null {
  if (before.length < minMonitorRounds || experiment.protocol.assignment === 'stepped') return null;
  const gaps = (rounds: readonly ObservedRound[]) =>
    rounds.flatMap((round) => {
      const { treated: one, control: other } = armRound(experiment, round);
      return one === null || other === null ? [] : [(one - other) / 100];
    });
  const [earlier, later] = [gaps(before), gaps(after)];
  if (earlier.length < minMonitorRounds || later.length === 0) return null;
  const level = meanOf(earlier);
  const variance = earlier.reduce((sum, gap) => sum + (gap - level) ** 2, 0) / (earlier.length - 1);
  if (variance === 0) return null;
  return monitorRatio({
    variance,
    before: earlier.length,
    after: later.length,
    difference: meanOf(later) - level,
    mixing: monitorMixing,
  }).ratio;
}

function buildExposure(experiment: JudgedExperiment, windows: Windows) {
  const exposed = new Set(
    windows.after.flatMap((round) => {
      const controls = new Set(listArmQuestions(experiment, round, false));
      const citing = round.answers.filter(({ citesTreated }) => citesTreated).map(({ questionId }) => questionId);
      return citing.filter((id) => controls.has(id));
    }),
  );
  const look = exposed.size === 0 ? null : findStatistic(experiment, windows, { without: exposed });
  return {
    questionIds: [...exposed].sort(),
    differenceWithout: look === null ? null : points(look.statistic(look.labels)),
  };
}

function findBounds(experiment: JudgedExperiment, windows: Windows) {
  if (experiment.protocol.assignment === 'stepped') return null;
  const expected = experiment.registration.repeats;
  const [falls, rises] = [
    { before: 1, after: 0 },
    { before: 0, after: 1 },
  ];
  const at = (ofTreated: Filling, ofControl: Filling) => {
    const fill = { treated: ofTreated, control: ofControl, expected };
    const look = findStatistic(experiment, windows, { fill });
    return look === null ? null : points(look.statistic(look.labels));
  };
  const [low, high] = [at(falls, rises), at(rises, falls)];
  return low === null || high === null ? null : { low, high };
}

function listSecondary(experiment: Judging, windows: Windows): InterimEstimate['secondary'] {
  const rows = experiment.protocol.secondary.flatMap((metric) => {
    const look = findStatistic(experiment, windows, { metric });
    if (look === null) return [];
    const p =
      experiment.protocol.assignment === 'chosen'
        ? (welchOfClusters(look.values, look.labels)?.p ?? 1)
        : randomisationP(look.statistic, look.labels, experiment.shuffled);
    return [{ metric, difference: points(look.statistic(look.labels)), p }];
  });
  const ranked = rows.map(({ p }, at) => ({ p, at })).sort((one, other) => one.p - other.p);
  const adjusted = new Map<number, number>();
  let largest = 0;
  for (const [rank, { p, at }] of ranked.entries()) {
    largest = Math.max(largest, Math.min(1, p * (rows.length - rank)));
    adjusted.set(at, largest);
  }
  return rows.map((row, at) => ({ ...row, adjusted: adjusted.get(at) ?? 1 }));
}

function armRound(experiment: JudgedExperiment, round: ObservedRound): ArmRound {
  const { metric } = experiment.protocol;
  const of = (isTreated: boolean) => {
    const means = listArmQuestions(experiment, round, isTreated).flatMap((id) => {
      const values = knownValues(round, id, metric);
      return values.length === 0 ? [] : [meanOf(values)];
    });
    return means.length === 0 ? null : points(meanOf(means));
  };
  return { round: round.number, dueAt: round.dueAt, treated: of(true), control: of(false) };
}
