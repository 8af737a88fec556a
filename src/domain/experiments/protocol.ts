import { drawFirst, seededNumbers } from '../statistics/seededNumbers.ts';
import { digestOf } from '../text/canonicalJson.ts';
import { control, treated } from './estimate.ts';
import type { SpendingKind } from './spending.ts';

/** Value of one answer: `listed`, `first` and `cited` are 0 or 1, `place` is 1 / position, or 0 if it is not listed. */
export const answerMetrics = ['listed', 'first', 'cited', 'place'] as const;
export type AnswerMetric = (typeof answerMetrics)[number];

/**
 * Best first. `stepped`: all clusters change, in a random order. `chosen`: by the owner, which supports only weaker
 * conclusions.
 */
export const assignmentKinds = ['random', 'pairs', 'stepped', 'chosen'] as const;
type AssignmentKind = (typeof assignmentKinds)[number];

/** Questions that depend on the same pages: assigned and tested as one. */
export type Cluster = {
  /** Unique in the experiment. */
  id: string;
  questionIds: string[];
  /** URLs of the pages that change if this cluster is treated. */
  pages: string[];
  /** Clusters are compared only within one stratum or pair. */
  stratum: string | null;
  /** Only for `chosen`. */
  arm: 'treated' | 'control' | null;
};

/** Content frozen by registration. */
export type Protocol = {
  websiteId: string;
  planId: string;
  engine: string;
  hypothesis: string;
  metric: AnswerMetric;
  secondary: AnswerMetric[];
  assignment: AssignmentKind;
  clusters: Cluster[];
  /** Number of the plan's first round before the change. */
  firstRound: number;
  roundsBefore: number;
  roundsAfter: number;
  /** Days after the change whose rounds are left out. */
  lagDays: number;
  /** Steps of `stepped`; 1 for all others. */
  steps: number;
  /** Two-sided, over all looks. */
  level: number;
  /** Ascending fractions of the rounds after the change; the last is 1. */
  looks: number[];
  spending: SpendingKind;
  /** Points; smaller changes do not matter to the owner. */
  effectOfInterest: number;
  /** Last round whose answers were used to choose what to change; null: none. */
  chosenThroughRound: number | null;
  /** Branded questions follow the owner's name, not the change, so they are refused without this. */
  allowBranded: boolean;
  /** The change was made before registration: figures without a verdict. */
  isRetrospective: boolean;
  /** Website run that captured the pages before the change; null if the change is on no page. */
  captureBefore: string | null;
};

/** A registered question with the case sent to the engine: its text and settings cannot change. */
export type RegisteredCase = { questionId: string; caseId: string; question: string };

export type Registration = {
  at: string;
  by: string;
  /** SHA-256 of protocol and cases, and the seed of assignment and test. */
  digest: string;
  cases: RegisteredCase[];
  /** One per cluster: 1 treated, 0 control, or the step of a roll-out from 0. */
  labels: number[];
  repeats: number;
  /** Smallest effect, in points, that 8 of 10 such experiments find; null: not even 95 points. */
  smallestEffect: number | null;
  powerOfInterest: number | null;
  powerBasis: 'history' | 'model';
};

/** A change of the pages, with the proof from captures before and after. */
export type RecordedChange = { step: number; at: string; captureAfter: string | null; proof: ChangeProof | null };

/** Pages by the captures' evidence. `missing`: one of them does not have the page. */
export type ChangeProof = {
  changed: string[];
  unchanged: string[];
  missing: string[];
  /** Pages of control clusters that changed unexpectedly. */
  touched: string[];
};

export const minArm = 3;
/** Minimum clusters per arm for Welch's test. */
export const minChosenArm = 6;
export const maxInterimAnalyses = 4;

/** Computes the SHA-256 of the frozen content. */
export function protocolDigest(protocol: Protocol, cases: readonly RegisteredCase[]): string {
  return digestOf({ protocol, cases });
}

/**
 * Draws the arms, or the steps, by the published seed. Each stratum is halved; if its clusters are odd, the seed
 * decides which arm gets one more.
 */
export function assignArms(protocol: Pick<Protocol, 'assignment' | 'clusters' | 'steps'>, seed: string): number[] {
  const { assignment, clusters, steps } = protocol;
  if (assignment === 'chosen') return clusters.map(({ arm }) => (arm === 'treated' ? treated : control));
  const numbers = seededNumbers(`assignment\n${seed}`);
  const labels = clusters.map(() => control);
  if (assignment === 'stepped') {
    const order = [...clusters.keys()];
    drawFirst(order, order.length, numbers);
    for (const [place, at] of order.entries()) labels[at] = Math.floor((place * steps) / order.length);
    return labels;
  }
  const strata = strataOf(protocol);
  for (const places of Map.groupBy(clusters.keys(), (at) => strata[at] ?? '').values()) {
    const order = [...places];
    drawFirst(order, order.length, numbers);
    const count = order.length % 2 === 0 ? order.length / 2 : Math.floor(order.length / 2) + numbers.below(2);
    for (const at of order.slice(0, count)) labels[at] = treated;
  }
  return labels;
}

/** Returns the stratum of each cluster; clusters with interchangeable labels share a name. */
export function strataOf({ assignment, clusters }: Pick<Protocol, 'assignment' | 'clusters'>): string[] {
  return clusters.map(({ stratum }) => (assignment === 'stepped' ? '' : (stratum ?? '')));
}

/** Returns the rounds after the change at which each look is due. */
export function interimRounds({ looks, roundsAfter }: Pick<Protocol, 'looks' | 'roundsAfter'>): number[] {
  return looks.map((fraction) => Math.ceil(fraction * roundsAfter - 1e-9));
}
