import { minChangedPairs } from '../statistics/detectableChange.ts';
import { minChangedAt } from '../statistics/detectableWithPower.ts';
import { type Interval, inPoints } from '../statistics/interval.ts';
import { newcombe } from '../statistics/newcombe.ts';
import { type AttemptWindow, countStatuses, type StatusCounts } from './attemptWindow.ts';
import { type DomainChange, domainChanges } from './domainChanges.ts';
import { scoreOf } from './listingScore.ts';
import { levelOf, singleLevel } from './looks.ts';
import { type RepeatsTest, testPairs } from './pairedTest.ts';
import { pairQuestions, type QuestionPairs, type SetupChange } from './questionPairs.ts';
import { comparabilityOf } from './reportHead.ts';
import { flipsBetweenRepeats, panelStability } from './stability.ts';

type ChangeVerdict = 'increase' | 'decrease' | 'no_detectable_change' | 'insufficient_data' | 'not_comparable';

export type WindowComparison = {
  previousWindow: { startDate: string; endDate: string };
  verdict: ChangeVerdict;
  reason: string;
  /** Comparisons of this length that the saved answers allow so far, and the level that each of them is judged at. */
  looks: number;
  level: number;
  /** Questions known in both periods with the same setup: the ground of every figure below. */
  paired: number;
  unpaired: number;
  dropped: { [reason in SetupChange | 'unknown_identity']: number };
  /** The figures below are null where the periods are not comparable or nothing is paired. Percentage points. */
  gained: number | null;
  lost: number | null;
  difference: number | null;
  interval95: Interval | null;
  mcnemarP: number | null;
  /**
   * Present when a question has repeats: shares of all known repeats, question by question. `questions` of the `compared`
   * ones were repeated; compared is every question with a known answer in both periods, the latest or an earlier one.
   */
  repeats: RepeatsTest | null;
  noiseFloor: NoiseFloor;
  /** Not paired, therefore weaker and easily misled by different questions; only where pairing fails for lack of data. */
  unpairedFallback: UnpairedFallback | null;
  otherDomains: DomainChange[];
  questionIds: string[];
  runIds: { current: string[]; previous: string[] };
};

export type NoiseFloor = {
  /** Neighbouring repeats inside the two periods, and how many of them differ although nothing was changed. */
  repeatPairs: number;
  flips: number;
  /** Repeats that a compared share averages, 1 where the latest answers are compared. */
  repeatsAveraged: number;
  /**
   * The difference that two reruns of the paired panel typically (root mean square) show:
   * 100 x sqrt(flip rate / (paired x repeats averaged)).
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

/** Compares the owner's listing in two periods of one website, on the questions both answered with the same setup. */
export function compareWindows(
  current: AttemptWindow,
  previous: AttemptWindow,
  window: { startDate: string; endDate: string },
  looks = 1,
): WindowComparison {
  const domain = current.owner.domain;
  const questionPairs = pairQuestions(current, previous);
  const test = testPairs(questionPairs.pairs, domain);
  const { paired, runIds, compared, decided, gained, lost, difference, interval95, mcnemarP, repeats } = test;
  const ground = {
    previousWindow: window,
    looks,
    level: levelOf(looks),
    paired: paired.length,
    unpaired: questionPairs.unpaired,
    dropped: { ...questionPairs.changed, unknown_identity: questionPairs.pairs.length - paired.length },
    noiseFloor: noiseFloor(current, previous, compared, test.averaged),
    questionIds: paired.map((pair) => pair.caseId),
    runIds,
  };
  const obstacle = whyNotComparable(current, previous, questionPairs);
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
  return {
    ...ground,
    ...judge(compared, decided.difference, decided.p, ground),
    gained,
    lost,
    difference,
    interval95,
    mcnemarP,
    repeats,
    unpairedFallback:
      paired.length < minChangedPairs
        ? unpairedFallback(countStatuses(current.answers, domain), countStatuses(previous.answers, domain))
        : null,
    otherDomains: domainChanges(questionPairs.pairs, domain),
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

function judge(
  paired: number,
  difference: number | null,
  p: number | null,
  { noiseFloor: { percentagePoints: floor }, looks, level }: { noiseFloor: NoiseFloor; looks: number; level: number },
): { verdict: ChangeVerdict; reason: string } {
  const fewest = minChangedAt(level);
  if (paired < fewest || difference === null || p === null) {
    return {
      verdict: 'insufficient_data',
      reason: `${paired} questions can be paired; with fewer than ${fewest} no exact test can show a change${looks === 1 ? '' : ` at the level of ${looks} looks`}.`,
    };
  }
  if (p >= singleLevel) {
    return { verdict: 'no_detectable_change', reason: 'A difference like this one is usual when nothing changed.' };
  }
  if (p >= level) {
    const reason = `A single look would call this a change, but among the ${looks} comparisons so far one like it is usual when nothing changed.`;
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
    warning: 'The two periods may hold different questions; this difference does not show a change.',
  };
}
