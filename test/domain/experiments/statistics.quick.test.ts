import { describe, expect, it } from 'vitest';
import {
  armDifference,
  type ClusterMeans,
  cupedSlope,
  listValues,
  steppedDifference,
  welchOfClusters,
} from '../../../src/domain/experiments/estimate.ts';
import { estimatePower } from '../../../src/domain/experiments/power.ts';
import { findAtInterim, randomisationP } from '../../../src/domain/experiments/randomisation.ts';
import { relabelings } from '../../../src/domain/experiments/relabelings.ts';
import { placeboInSpace, wildBootstrapP } from '../../../src/domain/experiments/secondOpinions.ts';
import { betEvidence, monitorRatio, pairEvidence } from '../../../src/domain/experiments/sequential.ts';
import { spentLevel } from '../../../src/domain/experiments/spending.ts';
import { long } from '../../support/long.ts';

const before = [0.25, 0.5, 0, 0.75, 0.5, 0.25, 0.25, 0.75];
const after = [0.75, 0.75, 0.5, 1, 0.5, 0.25, 0.5, 0.75];
const questions = before.map((one, at) => ({ questionId: `q${at}`, before: one, after: after[at] ?? 0 }));
const single: ClusterMeans[] = questions.map((question) => ({ id: question.questionId, questions: [question] }));
const double: ClusterMeans[] = [0, 2, 4, 6].map((at) => ({ id: `c${at}`, questions: questions.slice(at, at + 2) }));
const halves = (clusters: number) => Array.from({ length: clusters }, (_, at) => (at < clusters / 2 ? 1 : 0));
const oneStratum = (clusters: number) => Array.from({ length: clusters }, () => 'all');
const allOf = (clusters: number, treated = clusters / 2) =>
  relabelings(
    Array.from({ length: clusters }, (_, at) => (at < treated ? 1 : 0)),
    oneStratum(clusters),
    'seed',
  );

describe('an experiment of eight clusters with one question each', () => {
  const labels = halves(8);

  it('has a difference of differences of 0.3125 and p 6/70', () => {
    const statistic = armDifference(listValues(single, 1));
    const all = allOf(8);
    expect(statistic(labels)).toBeCloseTo(0.3125, 9);
    expect(all.all).toHaveLength(70);
    expect(all.isComplete).toBe(true);
    expect(randomisationP(statistic, labels, all)).toBeCloseTo(6 / 70, 9);
  });

  it('has a slope of 4/7, an adjusted difference of 0.285714 and p 2/70', () => {
    const slope = cupedSlope(single);
    const statistic = armDifference(listValues(single, slope));
    expect(slope).toBeCloseTo(4 / 7, 9);
    expect(statistic(labels)).toBeCloseTo(0.285714, 6);
    expect(randomisationP(statistic, labels, allOf(8))).toBeCloseTo(2 / 70, 9);
  });

  it('has Welch t 3.2733 with 5.88 degrees of freedom, p 0.01747 and standard error 0.09547', () => {
    const test = welchOfClusters(listValues(single, 1), labels);
    expect(test?.t).toBeCloseTo(0.3125 / Math.sqrt(0.0625 / 3 / 4 + 0.046875 / 3 / 4), 9);
    expect(test?.t).toBeCloseTo(3.2733, 4);
    const [one, other] = [0.0625 / 3 / 4, 0.046875 / 3 / 4];
    expect(test?.df).toBeCloseTo((one + other) ** 2 / (one ** 2 / 3 + other ** 2 / 3), 9);
    expect(test?.df).toBeCloseTo(5.88, 2);
    expect(test?.p).toBeCloseTo(0.01747, 5);
    expect(test?.standardError).toBeCloseTo(Math.sqrt(one + other), 9);
  });
});

it('gives p 2/6 if the same questions form clusters of two', () => {
  expect(randomisationP(armDifference(listValues(double, 1)), halves(4), allOf(4))).toBeCloseTo(2 / 6, 9);
});

it.each([
  [6, 3, 2 / 20],
  [8, 4, 2 / 70],
  [10, 5, 2 / 252],
  [12, 6, 2 / 924],
  [12, 2, 1 / 66],
  [20, 3, 1 / 1140],
  [20, 1, 1 / 20],
])('cannot give a p below its smallest with %i clusters, %i of them treated', (clusters, treated, smallest) => {
  const all = allOf(clusters, treated);
  const labels = Array.from({ length: clusters }, (_, at) => (at < treated ? 1 : 0));
  const values = labels.map((label) => [label]);
  expect(randomisationP(armDifference(values), labels, all)).toBeCloseTo(smallest, 9);
});

it('draws 9,999 other assignments if there are more than 20,000, the same ones for the same seed', () => {
  const labels = halves(20);
  const drawn = relabelings(labels, oneStratum(20), 'one');
  expect(drawn.isComplete).toBe(false);
  expect(drawn.all).toHaveLength(10_000);
  expect(relabelings(labels, oneStratum(20), 'one').all).toEqual(drawn.all);
  expect(relabelings(labels, oneStratum(20), 'two').all).not.toEqual(drawn.all);
  expect(drawn.all.every((one) => one.filter((label) => label === 1).length === 10)).toBe(true);
});

it('permutes pairs only within each pair', () => {
  const all = relabelings([1, 0, 0, 1], ['a', 'a', 'b', 'b'], 'seed');
  expect(all.all.map((labels) => labels.join('')).sort()).toEqual(['0101', '0110', '1001', '1010']);
});

describe('spending of the level over interim analyses', () => {
  const quarters = [0.25, 0.5, 0.75, 1];
  it.each([
    ['power', [0.003125, 0.0125, 0.028125, 0.05]],
    ['obrien_fleming', [0.00008858, 0.0055746, 0.02362512, 0.05]],
    ['pocock', [0.0178687, 0.03100573, 0.04139945, 0.05]],
  ] as const)('%s', (kind, expected) => {
    for (const [at, t] of quarters.entries()) expect(spentLevel(kind, t, 0.05)).toBeCloseTo(expected[at] ?? 0, 6);
  });
});

describe('interim analyses', () => {
  const labels = halves(12);
  const all = allOf(12);
  const strong = armDifference(labels.map((label, at) => [label + at / 100]));
  const nothing = armDifference(labels.map((_, at) => [at % 2]));

  it('find a strong difference as soon as the level allows any p', () => {
    const looks = [0.001, 0.0125, 0.05].map((spent) => ({ spent, statistic: strong }));
    expect(findAtInterim(looks, labels, all)).toBe(1);
  });

  it('find nothing if arms are alike', () => {
    expect(
      findAtInterim(
        [0.0125, 0.05].map((spent) => ({ spent, statistic: nothing })),
        labels,
        all,
      ),
    ).toBeNull();
  });

  long('never reject more assignments in total than the level', () => {
    const noise = (look: number) => armDifference(labels.map((_, at) => [Math.sin(7 * at + 3 * look)]));
    const looks = [0.0125, 0.05].map((spent, look) => ({ spent, statistic: noise(look) }));
    const calls = all.all.filter((one) => findAtInterim(looks, one, all) !== null).length;
    expect(calls).toBeGreaterThan(0);
    expect(calls / all.all.length).toBeLessThanOrEqual(0.05);
  });

  it('agree with the p of the test if there is only one', () => {
    const p = randomisationP(strong, labels, all);
    expect(findAtInterim([{ spent: p, statistic: strong }], labels, all)).toBe(0);
    expect(findAtInterim([{ spent: p - 1e-6, statistic: strong }], labels, all)).toBeNull();
  });
});

it.each([
  [8, 0, 256 / 9],
  [7, 0, 16],
  [8, 1, 512 / 90],
  [9, 1, 1024 / 110],
  [12, 3, (32_768 * 6) / (16 * 15 * 14 * 13)],
  [5, 5, 1024 / 2772],
])('has the evidence of %i wins and %i losses', (wins, losses, evidence) => {
  expect(pairEvidence(wins, losses)).toBeCloseTo(evidence, 6);
});

it('has the evidence of bets on the sizes of pairs', () => {
  const { wealth, evidence } = betEvidence([0.125, 0.25, 0, 0.125, 0.375, -0.125, 0.25]);
  for (const [at, expected] of [0.30281, 0.58091, 1.59063, 2.37923].entries()) {
    expect(wealth[at]).toBeCloseTo(expected, 5);
  }
  expect(evidence).toBeCloseTo(1.21339, 5);
});

it('has the ratio of the round-by-round monitor', () => {
  const { information, ratio } = monitorRatio({ variance: 0.01, before: 4, after: 8, difference: 0.25, mixing: 0.01 });
  expect(information).toBeCloseTo(266.667, 3);
  expect(ratio).toBeCloseTo(223.847, 3);
  expect(ratio).toBeCloseTo((1 + 8 / 3) ** -0.5 * Math.exp((0.01 * (0.25 * (800 / 3)) ** 2) / (2 * (1 + 8 / 3))), 6);
});

it('ranks an estimate among unchanged control clusters', () => {
  const values = [[0.5], [0.4], [0], [0.1], [-0.1], [0]];
  expect(placeboInSpace(values, [1, 1, 0, 0, 0, 0], 0.45)).toEqual({ p: 0.2, clusters: 4 });
  expect(placeboInSpace(values, [1, 1, 0, 0, 0, 0], 0.05)?.p).toBeCloseTo(3 / 5, 9);
  expect(placeboInSpace([[1], [0]], [1, 0], 1)).toBeNull();
});

it('gives a second estimate near the first by weighted residuals', () => {
  const labels = halves(24);
  const values = labels.map((label, at) => [0.3 * label + Math.sin(5 * at) / 4]);
  const first = welchOfClusters(values, labels)?.p ?? 1;
  expect(wildBootstrapP(values, labels, 'seed')).toBeGreaterThan(0);
  expect(Math.abs((wildBootstrapP(values, labels, 'seed') ?? 0) - first)).toBeLessThan(0.02);
});

it('compares changed clusters of a roll-out with those that wait for their step', () => {
  const rise = (start: number) => ({ sums: [0, 1, 2].map((round) => (round >= start ? 0.5 : 0)), sizes: [1, 1, 1] });
  const statistic = steppedDifference([rise(0), rise(1), rise(2)], [0, 1, 2]);
  expect(statistic([0, 1, 2])).toBeCloseTo(0.5, 9);
  expect(statistic([2, 1, 0])).toBeLessThan(0.5);
});

long('finds +20 points in at least 75 of 100 experiments with 60 clusters of one question, 4 and 4 rounds', () => {
  const design = {
    ...{ clusterSizes: Array.from({ length: 60 }, () => 1), strata: oneStratum(60), labels: halves(60), repeats: 1 },
    ...{ roundsBefore: 4, roundsAfter: 4, level: 0.05, test: 'randomisation' as const, seed: 'sixty clusters' },
  };
  expect(estimatePower(design, null, 20).powerOfInterest).toBeGreaterThanOrEqual(0.75);
});
