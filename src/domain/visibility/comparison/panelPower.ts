import { decideStatus } from '../../marks/listing.ts';
import { assumedFlipRate, detectableWithPower, minChangedAt } from '../../statistics/detectableWithPower.ts';
import { mean } from '../../statistics/median.ts';
import { type AttemptWindow, countStatuses } from '../attemptWindow.ts';
import { flipsBetweenRepeats } from '../stability.ts';
import { groupTopics } from './questionTopics.ts';

/**
 * Smallest change that a comparison of this panel with another of its size detects four times in five, before any
 * verdict.
 */
export type PanelPower = {
  /** Number of questions with a decided answer in this period. */
  questions: number;
  /** Number of topics of these questions, which move together. */
  topics: number;
  /** Answers per question, as far as they are averaged (harmonic mean). */
  repeats: number;
  /** Share of neighbouring repeats that differ although nothing changed. */
  flipRate: number;
  flipRateBasis: 'measured' | 'assumed';
  /** Significance level of the comparison, corrected for repeated comparisons. */
  level: number;
  /** Mean change in percentage points; null if no change could be detected that often. */
  percentagePoints: number | null;
  /** A larger panel, and what it would detect; null if this one is the largest that a period can contain. */
  larger: { questions: number; repeats: number; percentagePoints: number } | null;
};

/** Minimum number of pairs of repeats for estimating how often repeats differ. */
const minPairs = 30;

/** Larger panels to compare with, within the hundred attempts that a period considers; repeats before questions. */
const largerPanels = [
  { questions: 30, repeats: 3 },
  { questions: 50, repeats: 2 },
];

/** Correlation between wordings of one topic in public repeated answers: 0.61 to 0.71. */
const topicCorrelation = 0.65;

/** Returns how many independent questions these topics are worth (design effect of L. Kish, Survey Sampling, 1965). */
function independentQuestions(sizes: readonly number[]): number {
  const questions = sizes.reduce((sum, size) => sum + size, 0);
  const variance = sizes.reduce((sum, size) => sum + size * (1 + (size - 1) * topicCorrelation), 0);
  return variance === 0 ? 0 : questions ** 2 / variance;
}

/** Counts the questions with a decided latest answer, by topic. */
function topicSizes({ questions, owner, declaredTopics }: AttemptWindow): number[] {
  const countable = questions.filter(
    ({ latest }) => latest !== null && decideStatus(latest, owner.domain) !== 'unknown',
  );
  const topics = groupTopics(countable, declaredTopics);
  return [...Map.groupBy(countable, ({ caseId }) => topics.get(caseId)).values()].map(({ length }) => length);
}

export function panelPower(view: AttemptWindow, level: number): PanelPower {
  const domain = view.owner.domain;
  const { known } = countStatuses(view.answers, domain);
  const { pairs, flips } = flipsBetweenRepeats(view.questions, domain);
  const measured = pairs >= minPairs;
  const flipRate = measured ? flips / pairs : assumedFlipRate;
  const inverses = view.questions.flatMap((question) => {
    const answers = question.repeats.filter((answer) => decideStatus(answer, domain) !== 'unknown').length;
    return answers === 0 ? [] : [1 / answers];
  });
  const repeats = 1 / (mean(inverses) ?? 1);
  const sizes = topicSizes(view);
  const here =
    sizes.length < minChangedAt(level) && sizes.length < known
      ? null
      : detectableWithPower({ questions: independentQuestions(sizes), repeats, flipRate, level });
  const larger = largerPanels
    .map((panel) => ({ ...panel, share: detectableWithPower({ ...panel, flipRate, level }) }))
    .find(({ questions, share }) => questions > known && share !== null && share < (here ?? Number.POSITIVE_INFINITY));
  return {
    questions: known,
    topics: sizes.length,
    repeats,
    flipRate,
    flipRateBasis: measured ? 'measured' : 'assumed',
    level,
    percentagePoints: here === null ? null : 100 * here,
    larger:
      larger === undefined || larger.share === null
        ? null
        : { questions: larger.questions, repeats: larger.repeats, percentagePoints: 100 * larger.share },
  };
}
