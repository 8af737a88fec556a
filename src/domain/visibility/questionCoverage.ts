import { median } from '../statistics/median.ts';
import type { AttemptWindow } from './attemptWindow.ts';
import { countStatuses } from './attemptWindow.ts';

export type QuestionCoverage = {
  /** Number of questions saved for the website, attempted or not; null if the caller does not know. */
  savedQuestions: number | null;
  answered: number;
  /** Answered over saved questions; above 1 if answered questions were archived later. */
  answeredShare: number | null;
  known: number;
  /** Fraction of the answers with a decided status. */
  knownShare: number | null;
  medianAgeSeconds: number | null;
};

/** @param now ISO 8601. Ages are computed from `observedAt`; answers without it have no age */
export function questionCoverage(view: AttemptWindow, savedQuestions: number | null, now: string): QuestionCoverage {
  const answeredCount = view.answers.length;
  const { known } = countStatuses(view.answers, view.owner.domain);
  const times = view.answers.flatMap((answer) => answer.attempt.observedAt ?? []);
  return {
    savedQuestions,
    answered: answeredCount,
    answeredShare: savedQuestions === null || savedQuestions === 0 ? null : answeredCount / savedQuestions,
    known,
    knownShare: answeredCount === 0 ? null : known / answeredCount,
    medianAgeSeconds: median(times.map((time) => (Date.parse(now) - Date.parse(time)) / 1000)),
  };
}
