import { type ClusterMeans, cupedSlope, listValues, treated, welchOfClusters } from './estimate.ts';
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
      let gained = 0;
      if (labels[at] === treated) for (const one of chances) if (one < chance) gained += 1;
      return { questionId: String(index), before, after: (sum + gained) / count };
    }),
  }));
}

/**
 * An assignment, prepared for many worlds of the same cluster sizes: with the sum s of the treated `places` and the sum t of
 * all, the difference of the arms is s × `perSum` − t × `perTotal`.
 */
type Assignment = { labels: Labels; places: readonly number[]; perSum: number; perTotal: number };

function prepareAssignment(labels: Labels, sizes: readonly number[]): Assignment {
  const places = [...labels.keys()].filter((at) => labels[at] === treated);
  const size = sumOf(places.map((at) => sizes[at] ?? 0));
  const perTotal = 1 / (sumOf(sizes) - size);
  return { labels, places, perSum: 1 / size + perTotal, perTotal };
}

/** Returns true if p is at most the level; stops as soon as too many assignments reach the same size. */
function isFound(values: number[][], own: Assignment, all: readonly Assignment[], level: number): boolean {
  const sums = values.map(sumOf);
  const total = sumOf(sums);
  const sizeOf = ({ places, perSum, perTotal }: Assignment) => {
    let sum = 0;
    for (let at = 0; at < places.length; at += 1) sum += sums[places[at] as number] as number;
    return Math.abs(sum * perSum - total * perTotal);
  };
  const limit = sizeOf(own) - 1e-12;
  const allowed = Math.floor(level * all.length + 1e-9);
  let hits = 0;
  for (const one of all) if (sizeOf(one) >= limit && ++hits > allowed) return false;
  return true;
}

/** Those that a world may get, and those that its estimate is compared with. */
type Assignments = { assignments: readonly Assignment[]; counted: readonly Assignment[] };

/** True if each stratum has as many treated clusters as others. */
function isBalanced({ labels, strata }: PowerDesign): boolean {
  const groups = Map.groupBy(labels.keys(), (at) => strata[at] ?? '');
  return [...groups.values()].every((group) => 2 * sumOf(group.map((at) => labels[at] ?? 0)) === group.length);
}

/** Decides whether a simulated experiment finds an effect of so many points. */
function findsAt(design: PowerDesign, { assignments, counted }: Assignments, points: number) {
  return (world: World, at: number): boolean => {
    // Each world gets an assignment of its own, as a new registration would.
    const own = assignments[at % assignments.length] as Assignment;
    const clusters = lifted(world, own.labels, points / 100);
    if (design.test === 'welch') return (welchOfClusters(listValues(clusters, 1), own.labels)?.p ?? 1) <= design.level;
    return isFound(listValues(clusters, cupedSlope(clusters)), own, counted, design.level);
  };
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
  const labelings = relabelings(design.labels, design.strata, design.seed, { drawn: drawCount, maxListed: 1_000 });
  const assignments = labelings.all.map((labels) => prepareAssignment(labels, design.clusterSizes));
  // With exchanged arms an estimate has the same size: where all are listed, one of each two is counted.
  const isMirrored = labelings.isComplete && isBalanced(design);
  const counted = isMirrored ? assignments.filter(({ labels }) => labels[0] === treated) : assignments;
  const drafts = Array.from({ length: worlds }, make);
  const allowedMisses = Math.round((1 - wantedPower) * worlds);
  const isEnough = (points: number) => {
    const finds = findsAt(design, { assignments, counted }, points);
    let misses = 0;
    return !drafts.some((world, at) => !finds(world, at) && ++misses > allowedMisses);
  };
  let low = minPoints - 1;
  let high = maxPoints + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return {
    smallestEffect: high > maxPoints ? null : high,
    powerOfInterest:
      effectOfInterest === null
        ? null
        : drafts.filter(findsAt(design, { assignments, counted }, effectOfInterest)).length / worlds,
    basis: own === null ? 'model' : 'history',
  };
}
