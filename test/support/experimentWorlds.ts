import type { Judgement } from '../../src/domain/experiments/judge.ts';
import type { JudgedExperiment } from '../../src/domain/experiments/judgedExperiment.ts';
import type { ObservedRound } from '../../src/domain/experiments/observations.ts';
import { assignArms, type Protocol, protocolDigest } from '../../src/domain/experiments/protocol.ts';

const dayMs = 86_400_000;
const startMs = Date.parse('2026-01-05T06:00:00.000Z');
const dueAt = (round: number) => new Date(startMs + (round - 1) * 7 * dayMs).toISOString();

export type WorldShape = { clusters: number; size: number; before: number; after: number; isMoving: boolean };

/**
 * Truth about which answers list the website, by question in the order of their clusters and by round from 0; plain,
 * and with a lift.
 */
export type World = { plain: boolean[][]; lifted: boolean[][] };

/**
 * Draws the truth of one world: an engine that drifts for all, topics that move together, and a lift, which makes later
 * answers list the website until their share has risen by `lift` points.
 */
export function drawWorld({ clusters, size, before, after, isMoving }: WorldShape, lift: number, random: () => number) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const walk = (step: number) => {
    let at = 0;
    return Array.from({ length: before + after }, () => (at += isMoving ? step * normal() : 0));
  };
  const engine = walk(0.2);
  const plain = Array.from({ length: clusters }, () => {
    const level = 2.26 * Math.sqrt(0.7) * normal();
    const topic = walk(0.35);
    return Array.from({ length: size }, () => {
      const own = level + 2.26 * Math.sqrt(0.3) * normal();
      return engine.map((drift, round) => random() < 1 / (1 + Math.exp(-(own + drift + (topic[round] ?? 0)))));
    });
  }).flat();
  const later = plain.flatMap((rounds) => rounds.slice(before));
  const absent = later.filter((listed) => !listed).length / later.length;
  const chance = absent === 0 ? 0 : lift / 100 / absent;
  const lifted = plain.map((rounds) => rounds.map((listed) => listed || random() < chance));
  return { plain, lifted };
}

export function clustersOf(sizes: readonly number[]): Protocol['clusters'] {
  return sizes.map((size, at) => ({
    ...{ id: `c${at}`, pages: [], stratum: null, arm: null },
    questionIds: Array.from({ length: size }, (_, question) => `c${at}q${question}`),
  }));
}

/** Creates a registered experiment with random arms, whose change is a day after the last round before it. */
export function openExperiment(
  clusters: Protocol['clusters'],
  { looks, name, before, after }: { looks: number[]; name: string; before: number; after: number },
): JudgedExperiment {
  const protocol: Protocol = {
    ...{ websiteId: 's', planId: 'p', engine: 'e', hypothesis: name, metric: 'listed', secondary: [] },
    ...{ assignment: 'random', clusters, firstRound: 1, roundsBefore: before, roundsAfter: after, lagDays: 0 },
    ...{ steps: 1, level: 0.05, looks, spending: 'power', effectOfInterest: 20, chosenThroughRound: null },
    ...{ allowBranded: false, isRetrospective: false, captureBefore: null },
  };
  const digest = protocolDigest(protocol, []);
  const at = new Date(Date.parse(dueAt(before)) + dayMs).toISOString();
  const registration = {
    ...{ at, by: 'owner', digest, cases: [], labels: assignArms(protocol, digest), repeats: 1 },
    ...{ smallestEffect: null, powerOfInterest: null, powerBasis: 'model' as const },
  };
  return {
    ...{ protocol, registration, stoppedAt: null, rounds: [] },
    changes: [{ step: 0, at, captureAfter: null, proof: null }],
  };
}

/** Builds ended rounds of these answers, by question in the order of the clusters. */
export function roundsOf(
  clusters: Protocol['clusters'],
  count: number,
  lists: (question: number, round: number, cluster: number) => boolean,
): ObservedRound[] {
  const ids = clusters.flatMap(({ questionIds }, cluster) =>
    questionIds.map((questionId) => ({ questionId, cluster })),
  );
  return Array.from({ length: count }, (_, round) => ({
    ...{ number: round + 1, dueAt: dueAt(round + 1), isComplete: true, isMissed: false },
    answers: ids.map(({ questionId, cluster }, question) => {
      const listed = Number(lists(question, round, cluster));
      return {
        ...{ runId: `${round} ${questionId}`, questionId },
        values: { listed, first: listed, cited: listed, place: listed },
        ...{ model: 'm', harnessVersion: 'h', readerVersion: 'r', citesTreated: false },
      };
    }),
  }));
}

/** Builds the experiment with a world's answers; treated questions get the lift after the change. */
export function inWorld(experiment: JudgedExperiment, { plain, lifted }: World, hasEffect: boolean): JudgedExperiment {
  const { protocol, registration } = experiment;
  const rounds = roundsOf(protocol.clusters, plain[0]?.length ?? 0, (question, round, cluster) => {
    const isLifted = hasEffect && round >= protocol.roundsBefore && registration.labels[cluster] === 1;
    return (isLifted ? lifted : plain)[question]?.[round] === true;
  });
  return { ...experiment, rounds };
}

/** Result of an experiment, compared with the truth. */
export type Outcome = { isCalled: boolean; covers: boolean };

export function outcomeOf({ verdict, estimate }: Pick<Judgement, 'verdict' | 'estimate'>, truth: number): Outcome {
  const range = estimate?.interval95 ?? null;
  return {
    isCalled: verdict === 'raised' || verdict === 'lowered',
    covers: range !== null && range.low <= truth && range.high >= truth,
  };
}

export const percentOf = <T>(all: readonly T[], is: (one: T) => boolean) => (100 * all.filter(is).length) / all.length;

/** Returns two standard errors, in points, of a share in percent over this many experiments. */
export const errorOf = (share: number, count: number) => 200 * Math.sqrt(((share / 100) * (1 - share / 100)) / count);

/**
 * Judges a test by experiments without an effect. Returns its flaw beyond the simulation's error; null if there is
 * none.
 */
export function findNullFlaw(
  outcomes: readonly Outcome[],
): 'calls_too_much' | 'interval_misses' | 'interval_too_wide' | null {
  const within = (share: number) => errorOf(share, outcomes.length);
  if (percentOf(outcomes, ({ isCalled }) => isCalled) > 5 + within(5)) return 'calls_too_much';
  const covered = percentOf(outcomes, ({ covers }) => covers);
  if (covered < 93 - within(95)) return 'interval_misses';
  return covered > 97 + within(95) ? 'interval_too_wide' : null;
}
