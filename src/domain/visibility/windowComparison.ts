import { type AttemptWindow, countStatuses, type StatusCounts } from './attemptWindow.ts';
import { type DomainChange, domainChanges } from './domainChanges.ts';
import { runIdsOf, scoreOf } from './listingScore.ts';
import {
  pairedChanges,
  pairQuestions,
  type QuestionPairs,
  type SetupChange,
  shareDifferences,
} from './questionPairs.ts';
import { comparabilityOf } from './reportHead.ts';
import { flipsBetweenRepeats, panelStability } from './stability.ts';
import { fewestChanged } from './statistics/detectableChange.ts';
import type { Interval } from './statistics/interval.ts';
import { mcnemar } from './statistics/mcnemar.ts';
import { mean } from './statistics/median.ts';
import { newcombe } from './statistics/newcombe.ts';
import { seedOf, signFlip } from './statistics/signFlip.ts';
import { tango } from './statistics/tango.ts';

export type ChangeVerdict = 'increase' | 'decrease' | 'no_detectable_change' | 'insufficient_data' | 'not_comparable';

export type WindowComparison = {
  previousWindow: { startDate: string; endDate: string };
  verdict: ChangeVerdict;
  reason: string;
  /** Questions known in both windows with the same setup: the ground of every figure below. */
  paired: number;
  unpaired: number;
  dropped: { [reason in SetupChange | 'unknown_identity']: number };
  /** The figures below are null where the windows are not comparable or nothing is paired. Percentage points. */
  gained: number | null;
  lost: number | null;
  difference: number | null;
  interval95: Interval | null;
  mcnemarP: number | null;
  /** Present when a paired question has repeats: shares of all repeats compared, question by question. */
  repeats: { questions: number; meanDifference: number; signFlipP: number } | null;
  noiseFloor: NoiseFloor;
  /** Not paired, therefore weaker and easily misled by different questions; only where pairing fails for lack of data. */
  unpairedFallback: UnpairedFallback | null;
  otherDomains: DomainChange[];
  questionIds: string[];
  runIds: { current: string[]; previous: string[] };
};

export type NoiseFloor = {
  /** Neighbouring repeats inside the two windows, and how many of them differ although nothing was changed. */
  repeatPairs: number;
  flips: number;
  /** The difference that two reruns of the paired panel typically (root mean square) show: 100 x sqrt(flip rate / paired). */
  percentagePoints: number | null;
  meanJaccard: number | null;
  meanRankBiasedOverlap: number | null;
};

export type UnpairedFallback = {
  currentScore: number;
  previousScore: number;
  difference: number;
  interval95: Interval;
  warning: string;
};

/** Compares the owner's listing in two windows of one website, on the questions both answered with the same setup. */
export function compareWindows(
  current: AttemptWindow,
  previous: AttemptWindow,
  window: { startDate: string; endDate: string },
): WindowComparison {
  const domain = current.owner.domain;
  const found = pairQuestions(current, previous);
  const { paired, gained, lost } = pairedChanges(found.pairs, domain);
  const runIds = {
    current: runIdsOf(paired.map((pair) => pair.current)),
    previous: runIdsOf(paired.map((pair) => pair.previous)),
  };
  const ground = {
    previousWindow: window,
    paired: paired.length,
    unpaired: found.unpaired,
    dropped: { ...found.changed, unknown_identity: found.pairs.length - paired.length },
    noiseFloor: noiseFloor(current, previous, paired.length),
    questionIds: paired.map((pair) => pair.caseId),
    runIds,
  };
  const obstacle = whyNotComparable(current, previous, found);
  if (obstacle !== null) {
    const figures = { gained: null, lost: null, difference: null, interval95: null, mcnemarP: null, repeats: null };
    return {
      ...ground,
      ...figures,
      verdict: 'not_comparable',
      reason: obstacle,
      unpairedFallback: null,
      otherDomains: [],
    };
  }
  const m = paired.length;
  const { differences, repeated } = shareDifferences(paired, domain);
  const seed = seedOf([...runIds.current, ...runIds.previous]);
  const repeats =
    repeated === 0
      ? null
      : { questions: repeated, meanDifference: 100 * (mean(differences) ?? 0), signFlipP: signFlip(differences, seed) };
  const difference = m === 0 ? null : (100 * (gained - lost)) / m;
  const mcnemarP = m === 0 ? null : mcnemar(gained, lost);
  const tested =
    repeats === null ? { difference, p: mcnemarP } : { difference: repeats.meanDifference, p: repeats.signFlipP };
  return {
    ...ground,
    ...judge(m, tested.difference, tested.p, ground.noiseFloor.percentagePoints),
    gained,
    lost,
    difference,
    interval95: m === 0 ? null : inPoints(tango(gained, lost, m)),
    mcnemarP,
    repeats,
    unpairedFallback:
      m < fewestChanged
        ? unpairedFallback(countStatuses(current.answers, domain), countStatuses(previous.answers, domain))
        : null,
    otherDomains: domainChanges(found.pairs, domain),
  };
}

function whyNotComparable(current: AttemptWindow, previous: AttemptWindow, found: QuestionPairs): string | null {
  if (comparabilityOf(current.answers).mixed || comparabilityOf(previous.answers).mixed) {
    return 'The model or the harness changes inside a window. Filter by one model, or choose dates without a change.';
  }
  const changed = Object.values(found.changed).reduce((sum, count) => sum + count, 0);
  if (found.pairs.length === 0 && changed > 0) {
    return 'Every question answered in both windows was answered with another model, harness, search or locale.';
  }
  return null;
}

function judge(
  paired: number,
  difference: number | null,
  p: number | null,
  floor: number | null,
): { verdict: ChangeVerdict; reason: string } {
  if (paired < fewestChanged || difference === null || p === null) {
    return {
      verdict: 'insufficient_data',
      reason: `${paired} questions can be paired; with fewer than ${fewestChanged} no exact test can show a change.`,
    };
  }
  if (p >= 0.05) {
    return { verdict: 'no_detectable_change', reason: 'A difference like this one is usual when nothing changed.' };
  }
  if (floor !== null && Math.abs(difference) <= floor) {
    return { verdict: 'no_detectable_change', reason: 'Reruns inside one window differ as much as the windows do.' };
  }
  return {
    verdict: difference > 0 ? 'increase' : 'decrease',
    reason: 'The paired test finds a change (p < 0.05) above the difference between reruns. Its cause is not measured.',
  };
}

function noiseFloor(current: AttemptWindow, previous: AttemptWindow, paired: number): NoiseFloor {
  const questions = [...current.questions, ...previous.questions];
  const { pairs, flips } = flipsBetweenRepeats(questions, current.owner.domain);
  const { meanJaccard, meanRankBiasedOverlap } = panelStability(questions, current.owner.domain);
  return {
    repeatPairs: pairs,
    flips,
    percentagePoints: pairs === 0 || paired === 0 ? null : 100 * Math.sqrt(flips / pairs / paired),
    meanJaccard,
    meanRankBiasedOverlap,
  };
}

function unpairedFallback(current: StatusCounts, previous: StatusCounts): UnpairedFallback | null {
  const [currentScore, previousScore] = [scoreOf(current), scoreOf(previous)];
  if (currentScore === null || previousScore === null) return null;
  const now = { successes: current.listed, trials: current.known };
  const then = { successes: previous.listed, trials: previous.known };
  return {
    currentScore,
    previousScore,
    difference: currentScore - previousScore,
    interval95: inPoints(newcombe(now, then)),
    warning: 'The two windows may hold different questions; this difference does not show a change.',
  };
}

function inPoints({ lower, upper }: Interval): Interval {
  return { lower: 100 * lower, upper: 100 * upper };
}
