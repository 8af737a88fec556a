import { describe, expect, it } from 'vitest';
import { judgeExperiment } from '../../../src/domain/experiments/judge.ts';
import type { JudgedExperiment } from '../../../src/domain/experiments/judgedExperiment.ts';
import { drawFirst, seededNumbers } from '../../../src/domain/statistics/seededNumbers.ts';
import {
  clustersOf,
  drawWorld,
  errorOf,
  findNullFlaw,
  inWorld,
  type Outcome,
  openExperiment,
  outcomeOf,
  percentOf,
} from '../../support/experimentWorlds.ts';

const shape = { clusters: 12, size: 2, before: 4, after: 4, isMoving: true };

/** Runs experiments without an effect, each on a newly drawn world. Returns their outcomes. */
function nullOutcomes(count: number, judge: (experiment: JudgedExperiment) => Outcome): Outcome[] {
  const { share } = seededNumbers('worlds without an effect');
  const clusters = clustersOf(Array.from({ length: shape.clusters }, () => shape.size));
  return Array.from({ length: count }, (_, at) => {
    const experiment = openExperiment(clusters, { looks: [1], name: `null ${at}`, ...shape });
    return judge(inWorld(experiment, drawWorld(shape, 0, share), false));
  });
}

const judged = (experiment: JudgedExperiment) => outcomeOf(judgeExperiment(experiment), 0);

/** The wrong test: it permutes single answers, as if answers to one question were independent. */
function shuffleAnswers(experiment: JudgedExperiment): boolean {
  const { protocol, registration, rounds } = experiment;
  const values = protocol.clusters.flatMap(({ questionIds }, cluster) =>
    questionIds.flatMap((id) => {
      const own = rounds.map(({ answers }) => answers.find(({ questionId }) => questionId === id)?.values.listed ?? 0);
      const before = own.slice(0, protocol.roundsBefore).reduce((sum, one) => sum + one, 0) / protocol.roundsBefore;
      return own
        .slice(protocol.roundsBefore)
        .map((after) => ({ label: registration.labels[cluster], value: after - before }));
    }),
  );
  const total = values.reduce((sum, { value }) => sum + value, 0);
  const treatedCount = values.filter(({ label }) => label === 1).length;
  const difference = (sum: number) => Math.abs(sum / treatedCount - (total - sum) / (values.length - treatedCount));
  const sumOf = (places: readonly number[]) => places.reduce((sum, at) => sum + (values[at]?.value ?? 0), 0);
  const observed = difference(sumOf([...values.keys()].filter((at) => values[at]?.label === 1)));
  const numbers = seededNumbers(registration.digest);
  const draws = 399;
  let hits = 1;
  for (let draw = 0; draw < draws; draw += 1) {
    const order = [...values.keys()];
    drawFirst(order, treatedCount, numbers);
    if (difference(sumOf(order.slice(0, treatedCount))) >= observed - 1e-12) hits += 1;
  }
  return hits / (draws + 1) <= 0.05;
}

describe('a test of experiments', () => {
  it('that shuffles clusters passes: at most 5 % significant, and intervals that contain the truth in 93 to 97 %', () => {
    expect(findNullFlaw(nullOutcomes(400, judged))).toBeNull();
  });

  it('that shuffles answers is detected: it rejects too often', () => {
    const wrong = nullOutcomes(400, (experiment) => ({ ...judged(experiment), isCalled: shuffleAnswers(experiment) }));
    expect(findNullFlaw(wrong)).toBe('calls_too_much');
  });

  it('whose intervals are too narrow or too wide is detected', () => {
    const none = nullOutcomes(400, judged);
    const often = (every: number) => none.map((one, at) => ({ ...one, covers: at % every !== 0 }));
    expect(findNullFlaw(often(8))).toBe('interval_misses');
    expect(findNullFlaw(often(500))).toBe('interval_too_wide');
  });
});

it('finds +20 points in at least 75 of 100 experiments with 60 clusters of one question, 4 and 4 rounds', () => {
  const wide = { ...shape, clusters: 60, size: 1 };
  const { share } = seededNumbers('sixty clusters');
  const clusters = clustersOf(Array.from({ length: 60 }, () => 1));
  const verdicts = Array.from({ length: 100 }, (_, at) => {
    const experiment = openExperiment(clusters, { looks: [1], name: `lift ${at}`, ...wide });
    return judgeExperiment(inWorld(experiment, drawWorld(wide, 20, share), true)).verdict;
  });
  const powered = percentOf(verdicts, (verdict) => verdict === 'raised');
  expect(powered).toBeGreaterThanOrEqual(75);
  expect(errorOf(powered, 100)).toBeLessThan(10);
});
