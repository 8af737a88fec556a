import type { Listing } from '../marks/listing.ts';
import type { Interval } from '../statistics/interval.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import { type AttemptWindow, countStatuses } from './attemptWindow.ts';
import { averagePosition } from './listingScore.ts';
import { deriveShare, scoreInterval, scoreOf } from './scoreOfCounts.ts';

/** The metrics as a filter on this model would show them, over the considered attempts. */
export type ModelSplit = {
  /** null: the run did not record its model. */
  model: string | null;
  questionsAnswered: number;
  listed: number;
  known: number;
  unknown: number;
  /** 0-100. */
  score: number | null;
  interval95: Interval | null;
  /** Fraction of 1. */
  shareOfVoice: number | null;
  averagePosition: number | null;
};

/** Returns one row per model, ordered by name, the unrecorded model last. */
export function modelSplit(view: AttemptWindow): ModelSplit[] {
  const domain = view.owner.domain;
  return [...answersByModel(view)]
    .sort(([a], [b]) => (a === null ? 1 : b === null ? -1 : codeUnitOrder(a, b)))
    .map(([model, answers]) => {
      const counts = countStatuses(answers, domain);
      return {
        model,
        questionsAnswered: answers.length,
        listed: counts.listed,
        known: counts.known,
        unknown: counts.unknown,
        score: scoreOf(counts),
        interval95: scoreInterval(counts),
        shareOfVoice: deriveShare(answers, domain).value,
        averagePosition: averagePosition(answers, domain).value,
      };
    });
}

/** Returns the latest completed answer of each question by model. */
export function answersByModel(view: AttemptWindow): Map<string | null, Listing[]> {
  const latest = view.questions.flatMap((question) => {
    const byModel = Map.groupBy(question.completed, (answer) => answer.attempt.model);
    return [...byModel.values()].flatMap((answers) => answers.slice(0, 1));
  });
  return Map.groupBy(latest, (answer) => answer.attempt.model);
}
