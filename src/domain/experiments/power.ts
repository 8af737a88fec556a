import { armDifference, type ClusterMeans, cupedSlope, listValues, welchOfClusters } from './estimate.ts';
import { type Labels, relabelings } from './relabelings.ts';

/** Answers of one question by round, each from 0 to 1. Rounds without a known answer are empty. */
export type QuestionRounds = readonly (readonly number[])[];

/** Shape of an experiment, as far as it affects its power. */
export type PowerDesign = {
  /** Questions of each cluster. */
  clusterSizes: readonly number[];
  /** Clusters that may be swapped; the same name for each cluster if all may. */
  strata: readonly string[];
  labels: Labels;
  roundsBefore: number;
  roundsAfter: number;
  repeats: number;
  level: number;
  /** Randomisation test with the slope of CUPED, or Welch's test of chosen arms. */
  test: 'randomisation' | 'welch';
  /** Only the last registered look counts, because looks that share a level cost almost no power. */
  seed: string;
};

const worlds = 500;
const wantedPower = 0.8;
/** Enough to detect p < 0.05 in simulated worlds; the verdict itself uses more. */
const drawCount = 199;
const minPoints = 2;
const maxPoints = 95;

/**
 * Answer model before anything was measured, fitted to public repeated answers: of one question, two runs differ in 28
 * % (intra-class correlation 0.44); rates of two wordings of a topic correlate with 0.66. In a moving world, engine and
 * topics walk by 0.2 and 0.35 logits a round.
 */
const model = { spread: 2.26, topicShare: 0.7, engineStep: 0.2, topicStep: 0.35 };

/** One simulated question. `chances`: one random value per later answer without a listing; a lift above it adds one. */
type SimulatedQuestion = { before: number; sum: number; count: number; chances: number[] };
type World = { clusters: SimulatedQuestion[][]; absent: number };
type Random = () => number;

/**
 * Creates a fast generator for simulated worlds (xorshift32 of G. Marsaglia 2003); assignments are drawn with SHA-256
 * instead.
 */
function randomOf(seed: string): Random {
  let state = 2_463_534_242;
  for (const character of seed) state = (Math.imul(state, 31) + character.charCodeAt(0)) | 0;
  if (state === 0) state = 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Draws a normal value (G. Box, M. Muller 1958). */
function normalOf(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function simulatedQuestion(
  rounds: readonly (readonly number[])[],
  roundsBefore: number,
  random: Random,
): SimulatedQuestion {
  const before = rounds.slice(0, roundsBefore).flat();
  const after = rounds.slice(roundsBefore).flat();
  return {
    before: sumOf(before) / before.length,
    sum: sumOf(after),
    count: after.length,
    chances: after.filter((value) => value === 0).map(() => random()),
  };
}

function worldOf(clusters: SimulatedQuestion[][]): World {
  const questions = clusters.flat();
  const answers = sumOf(questions.map(({ count }) => count));
  return { clusters, absent: sumOf(questions.map(({ chances }) => chances.length)) / answers };
}

function modelWorld(design: PowerDesign, isMoving: boolean, random: Random): World {
  const { roundsBefore, roundsAfter, repeats } = design;
  const rounds = roundsBefore + roundsAfter;
  const walk = (step: number) => {
    let at = 0;
    return Array.from({ length: rounds }, () => (at += isMoving ? step * normalOf(random) : 0));
  };
  const engine = walk(model.engineStep);
  const within = model.spread * Math.sqrt(1 - model.topicShare);
  const clusters = design.clusterSizes.map((size) => {
    const level = model.spread * Math.sqrt(model.topicShare) * normalOf(random);
    const topic = walk(model.topicStep);
    return Array.from({ length: size }, () => {
      const own = level + within * normalOf(random);
      const answers = engine.map((drift, round) => {
        const chance = 1 / (1 + Math.exp(-(own + drift + (topic[round] ?? 0))));
        return Array.from({ length: repeats }, () => Number(random() < chance));
      });
      return simulatedQuestion(answers, roundsBefore, random);
    });
  });
  return worldOf(clusters);
}

/** Draws a random stretch of the owner's own rounds; null if a cluster's history is too short. */
function historyWorld(
  design: PowerDesign,
  history: readonly (readonly QuestionRounds[])[],
  random: Random,
): World | null {
  const needed = design.roundsBefore + design.roundsAfter;
  const length = Math.min(...history.flat().map((rounds) => rounds.length));
  if (length < needed) return null;
  const start = Math.floor(random() * (length - needed + 1));
  const clusters = history.map((questions) =>
    questions.map((rounds) => {
      const stretch = rounds.slice(start, start + needed).map((round) => round.slice(0, design.repeats));
      return simulatedQuestion(stretch, design.roundsBefore, random);
    }),
  );
  const isKnown = clusters.every((questions) => questions.every((one) => Number.isFinite(one.before) && one.count > 0));
  return isKnown ? worldOf(clusters) : null;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Lists each treated answer that lists nothing with such a chance that the share rises by `lift`. */
function lifted({ clusters, absent }: World, labels: Labels, lift: number): ClusterMeans[] {
  const chance = absent === 0 ? 0 : Math.min(1, lift / absent);
  return clusters.map((questions, at) => ({
    id: String(at),
    questions: questions.map(({ before, sum, count, chances }, index) => {
      const gained = labels[at] === 1 ? chances.filter((one) => one < chance).length : 0;
      return { questionId: String(index), before, after: (sum + gained) / count };
    }),
  }));
}

/** Returns true if p is at most the level; stops as soon as too many assignments reach the same size. */
function isFound(values: number[][], own: Labels, all: readonly Labels[], level: number): boolean {
  const statistic = armDifference(values);
  const limit = Math.abs(statistic(own)) - 1e-12;
  const allowed = Math.floor(level * all.length + 1e-9);
  let hits = 0;
  for (const labels of all) if (Math.abs(statistic(labels)) >= limit && ++hits > allowed) return false;
  return true;
}

function powerAt(design: PowerDesign, worlds: readonly World[], all: readonly Labels[], points: number): number {
  const matches = worlds.filter((world, at) => {
    // Each world gets an assignment of its own, as a new registration would.
    const own = all[at % all.length] ?? design.labels;
    const clusters = lifted(world, own, points / 100);
    if (design.test === 'welch') return (welchOfClusters(listValues(clusters, 1), own)?.p ?? 1) <= design.level;
    return isFound(listValues(clusters, cupedSlope(clusters)), own, all, design.level);
  });
  return matches.length / worlds.length;
}

export type Power = {
  /** Smallest change in points that 8 of 10 such experiments find; null: not even 95 points. */
  smallestEffect: number | null;
  /** Share of such experiments that find the effect of interest; null if none is named. */
  powerOfInterest: number | null;
  basis: 'history' | 'model';
};

/**
 * Simulates the experiment 500 times: on random stretches of the owner's own answers, or on the model where the history
 * is too short. @param effectOfInterest points
 */
export function estimatePower(
  design: PowerDesign,
  history: readonly (readonly QuestionRounds[])[] | null,
  effectOfInterest: number | null,
  isMoving = true,
): Power {
  const random = randomOf(design.seed);
  const own = history === null ? null : historyWorld(design, history, random);
  const make = (): World =>
    (own === null || history === null ? null : historyWorld(design, history, random)) ??
    modelWorld(design, isMoving, random);
  const { all } = relabelings(design.labels, design.strata, design.seed, { drawn: drawCount, maxListed: 1_000 });
  const drafts = Array.from({ length: worlds }, make);
  let low = minPoints - 1;
  let high = maxPoints + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (powerAt(design, drafts, all, middle) >= wantedPower) high = middle;
    else low = middle;
  }
  return {
    smallestEffect: high > maxPoints ? null : high,
    powerOfInterest: effectOfInterest === null ? null : powerAt(design, drafts, all, effectOfInterest),
    basis: own === null ? 'model' : 'history',
  };
}
