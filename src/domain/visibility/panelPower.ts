import { assumedFlipRate, detectableWithPower } from '../statistics/detectableWithPower.ts';
import { mean } from '../statistics/median.ts';
import { type AttemptWindow, countStatuses } from './attemptWindow.ts';
import { statusOf } from './listing.ts';
import { flipsBetweenRepeats } from './stability.ts';

/** What a comparison of this panel with another of its size would find four times in five, before any verdict. */
export type PanelPower = {
  /** Questions with a known answer in this period. */
  questions: number;
  /** Answers a question, as far as they are averaged (harmonic mean). */
  repeats: number;
  /** Share of neighbouring repeats that differ although nothing was changed. */
  flipRate: number;
  flipRateBasis: 'measured' | 'assumed';
  /** Level of the comparison, corrected for repeated looks. */
  level: number;
  /** Mean change in percentage points; null when no change could be found so often. */
  percentagePoints: number | null;
  /** A larger panel, and what it would find; null where this one is the largest that a period holds. */
  larger: { questions: number; repeats: number; percentagePoints: number } | null;
};

/** Fewer pairs of repeats say too little about how often repeats differ. */
const minPairs = 30;

/** Larger panels to compare with, within the hundred attempts that a period considers; repeats before questions. */
const largerPanels = [
  { questions: 30, repeats: 3 },
  { questions: 50, repeats: 2 },
];

export function panelPower(view: AttemptWindow, level: number): PanelPower {
  const domain = view.owner.domain;
  const { known } = countStatuses(view.answers, domain);
  const { pairs, flips } = flipsBetweenRepeats(view.questions, domain);
  const measured = pairs >= minPairs;
  const flipRate = measured ? flips / pairs : assumedFlipRate;
  const inverses = view.questions.flatMap((question) => {
    const answers = question.repeats.filter((answer) => statusOf(answer, domain) !== 'unknown').length;
    return answers === 0 ? [] : [1 / answers];
  });
  const repeats = 1 / (mean(inverses) ?? 1);
  const here = detectableWithPower({ questions: known, repeats, flipRate, level });
  const larger = largerPanels
    .map((panel) => ({ ...panel, share: detectableWithPower({ ...panel, flipRate, level }) }))
    .find(({ questions, share }) => questions > known && share !== null && share < (here ?? Number.POSITIVE_INFINITY));
  return {
    questions: known,
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
