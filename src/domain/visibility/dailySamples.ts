import type { Listing } from '../marks/listing.ts';
import type { Interval } from '../statistics/interval.ts';
import { codeUnitOrder, sortedOnce } from '../text/codeUnitOrder.ts';
import type { AttemptWindow } from './attemptWindow.ts';
import { countStatuses } from './attemptWindow.ts';
import { scoreInterval, scoreOf } from './scoreOfCounts.ts';

/** The answers of one UTC day, the latest for each question. Days are samples, not points of a controlled trend. */
export type DailySample = {
  date: string;
  questionCount: number;
  models: string[];
  harnessVersions: string[];
  listed: number;
  known: number;
  unknown: number;
  /** 0-100. */
  score: number | null;
  interval95: Interval | null;
  /**
   * Compared with the previous sample; null for the first. If either is true, the two days measure different things.
   */
  questionsDiffer: boolean | null;
  setupDiffers: boolean | null;
  runIds: string[];
};

/** Groups answers into days, oldest first. Answers without an observation time are left out. */
export function dailySamples(view: AttemptWindow): DailySample[] {
  const completed = view.questions.flatMap((question) => question.completed);
  const byDay = Map.groupBy(completed, (answer) => answer.attempt.observedAt?.slice(0, 10) ?? '');
  byDay.delete('');
  const days = [...byDay].sort(([a], [b]) => codeUnitOrder(a, b));
  return days.map(([date, answers], index) => {
    const sample = latestOfEach(answers);
    const before = days[index - 1];
    const previous = before === undefined ? null : latestOfEach(before[1]);
    const counts = countStatuses(sample, view.owner.domain);
    return {
      date,
      questionCount: sample.length,
      models: sortedOnce(sample.flatMap((answer) => answer.attempt.model ?? [])),
      harnessVersions: sortedOnce(sample.map((answer) => answer.attempt.harnessVersion)),
      listed: counts.listed,
      known: counts.known,
      unknown: counts.unknown,
      score: scoreOf(counts),
      interval95: scoreInterval(counts),
      questionsDiffer: previous === null ? null : signature(sample, caseOf) !== signature(previous, caseOf),
      setupDiffers: previous === null ? null : signature(sample, setup) !== signature(previous, setup),
      runIds: sortedOnce(sample.map((answer) => answer.attempt.runId)),
    };
  });
}

/** Within a question, completed answers are ordered newest first, so the first of each case is its latest. */
function latestOfEach(answers: readonly Listing[]): Listing[] {
  return [...Map.groupBy(answers, caseOf).values()].flatMap((ofCase) => ofCase.slice(0, 1));
}

function caseOf(answer: Listing): string {
  return answer.attempt.caseId;
}

function setup({ attempt }: Listing): string {
  return JSON.stringify([attempt.model, attempt.harnessVersion, attempt.useSeoTools]);
}

function signature(answers: readonly Listing[], of: (answer: Listing) => string): string {
  return JSON.stringify(sortedOnce(answers.map(of)));
}
