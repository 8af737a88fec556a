import { minChangedPairs } from '../../statistics/detectableChange.ts';
import { minChangedAt } from '../../statistics/detectableWithPower.ts';
import { type Interval, inPoints } from '../../statistics/interval.ts';
import { newcombe } from '../../statistics/newcombe.ts';
import { type AttemptWindow, countStatuses } from '../attemptWindow.ts';
import { comparabilityOf } from '../reportHead.ts';
import { type StatusCounts, scoreOf } from '../scoreOfCounts.ts';
import { flipsBetweenRepeats, panelStability } from '../stability.ts';
import { type DomainChange, domainChanges } from './domainChanges.ts';
import { type DecidedDifference, testPairs } from './pairedTest.ts';
import { pairQuestions, type QuestionPairs, type SetupChange } from './questionPairs.ts';
import { levelOf, singleLevel } from './significanceLevel.ts';

type ChangeVerdict = 'increase' | 'decrease' | 'no_detectable_change' | 'insufficient_data' | 'not_comparable';

/**
 * `difference`, `interval95` and `p` come from the test that gives the verdict; null if the periods are not comparable.
 */
export type WindowComparison = DecidedDifference & {
  previousWindow: { startDate: string; endDate: string };
  verdict: ChangeVerdict;
  reason: string;
  /**
   * Number of comparisons of this length that the saved answers allow so far, and the level at which each is judged.
   */
  looks: number;
  level: number;
  /** Number of questions whose latest answer is decided in both periods with the same setup. */
  paired: number;
  unpaired: number;
  dropped: { [reason in SetupChange | 'unknown_identity']: number };
  /**
   * Number of paired questions whose latest answers started or stopped listing the website; null if the periods are not
   * comparable.
   */
  gained: number | null;
  lost: number | null;
  noiseFloor: NoiseFloor;
  /** Unpaired, therefore weaker and easily misled by different questions; only if pairing fails for lack of data. */
  unpairedFallback: UnpairedFallback | null;
  otherDomains: DomainChange[];
  questionIds: string[];
  runIds: { current: string[]; previous: string[] };
};

export type NoiseFloor = {
  /** Number of neighbouring repeats inside the two periods, and how many of them differ although nothing changed. */
  repeatPairs: number;
  flips: number;
  /** Number of repeats averaged per compared share; 1 if the latest answers are compared. */
  repeatsAveraged: number;
  /**
   * Typical difference (root mean square) between two reruns of the paired panel: 100 x sqrt(flip rate / (paired x
   * repeats averaged)).
   */
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

/**
 * Compares the owner's listing in two periods of one website, on the questions that both answered with the same setup.
 */
export function compareWindows(
  current: AttemptWindow,
  previous: AttemptWindow,
  window: { startDate: string; endDate: string },
  looks = 1,
): WindowComparison {
  const domain = current.owner.domain;
  const questionPairs = pairQuestions(current, previous);
  const { paired, runIds, gained, lost, averaged, decided } = testPairs(
    questionPairs.pairs,
    domain,
    current.declaredTopics,
  );
  const ground = {
    previousWindow: window,
    looks,
    level: levelOf(looks),
    paired: paired.length,
    unpaired: questionPairs.unpaired,
    dropped: { ...questionPairs.changed, unknown_identity: questionPairs.pairs.length - paired.length },
    noiseFloor: noiseFloor(current, previous, decided.compared, averaged),
    questionIds: paired.map((pair) => pair.caseId),
    runIds,
  };
  const obstacle = whyNotComparable(current, previous, questionPairs);
  if (obstacle !== null) {
    return {
      ...ground,
      ...{ ...decided, difference: null, interval95: null, p: null },
      verdict: 'not_comparable',
      reason: obstacle,
      gained: null,
      lost: null,
      unpairedFallback: null,
      otherDomains: [],
    };
  }
  return {
    ...ground,
    ...decided,
    ...withTopics(judge(decided, ground), decided),
    gained,
    lost,
    unpairedFallback:
      paired.length < minChangedPairs
        ? unpairedFallback(countStatuses(current.answers, domain), countStatuses(previous.answers, domain))
        : null,
    otherDomains: domainChanges(questionPairs.pairs, domain, current.declaredTopics),
  };
}

function whyNotComparable(
  current: AttemptWindow,
  previous: AttemptWindow,
  questionPairs: QuestionPairs,
): string | null {
  if (comparabilityOf(current.answers).mixed || comparabilityOf(previous.answers).mixed) {
    return 'The model or the settings change inside a period. Filter by one model, or choose dates without a change.';
  }
  const changed = Object.values(questionPairs.changed).reduce((sum, count) => sum + count, 0);
  if (questionPairs.pairs.length === 0 && changed > 0) {
    return 'Every question answered in both periods was answered with another model, other settings, another search mode or another locale.';
  }
  return null;
}

/** Adds to the reason that questions on one topic count together, if any do. */
export function withTopics<Judged extends { reason: string }>(
  judged: Judged,
  { compared, topics }: DecidedDifference,
): Judged {
  if (topics === compared) return judged;
  const words = `${compared} questions form ${topics} ${topics === 1 ? 'topic' : 'topics'}; questions of one topic move together, so the test treats each topic as one unit.`;
  return { ...judged, reason: `${judged.reason} ${words}` };
}

function judge(
  { compared, topics, difference, p }: DecidedDifference,
  { noiseFloor: { percentagePoints: floor }, looks, level }: { noiseFloor: NoiseFloor; looks: number; level: number },
): { verdict: ChangeVerdict; reason: string } {
  const fewest = minChangedAt(level);
  if (topics < fewest || difference === null || p === null) {
    return {
      verdict: 'insufficient_data',
      reason: `${compared} questions can be paired; with fewer than ${fewest}${topics === compared ? '' : ' topics'} no exact test can show a change${looks === 1 ? '' : ` at the level of ${looks} looks`}.`,
    };
  }
  if (p >= singleLevel) {
    return { verdict: 'no_detectable_change', reason: 'A difference of this size is common when nothing changed.' };
  }
  if (p >= level) {
    const reason = `A single look would call this a change, but among the ${looks} comparisons so far one of this size is common when nothing changed.`;
    return { verdict: 'no_detectable_change', reason };
  }
  if (floor !== null && Math.abs(difference) <= floor) {
    return { verdict: 'no_detectable_change', reason: 'Reruns inside one period differ as much as the periods do.' };
  }
  return {
    verdict: difference > 0 ? 'increase' : 'decrease',
    reason: `The paired test finds a change (p < ${Number(level.toPrecision(2))}) above the difference between reruns. Its cause is not measured.`,
  };
}

function noiseFloor(current: AttemptWindow, previous: AttemptWindow, paired: number, averaged: number): NoiseFloor {
  const questions = [...current.questions, ...previous.questions];
  const { pairs, flips } = flipsBetweenRepeats(questions, current.owner.domain);
  const { meanJaccard, meanRankBiasedOverlap } = panelStability(questions, current.owner.domain);
  return {
    repeatPairs: pairs,
    flips,
    repeatsAveraged: averaged,
    percentagePoints: pairs === 0 || paired === 0 ? null : 100 * Math.sqrt(flips / pairs / paired / averaged),
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
    warning: 'The two periods may have different questions, so this difference is not evidence of a change.',
  };
}
