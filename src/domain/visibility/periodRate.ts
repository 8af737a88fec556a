import { decideStatus } from '../marks/listing.ts';
import { type Interval, inPoints } from '../statistics/interval.ts';
import { shareInterval } from '../statistics/shareInterval.ts';
import type { AttemptWindow } from './attemptWindow.ts';
import { scoreInterval, scoreOf } from './scoreOfCounts.ts';

/**
 * Listed share over a whole period, from the latest answer of each question on each day; the visibility score is the
 * current share.
 */
export type PeriodRate = {
  /** 100 x listed / decided; null if no answer decides whether it lists the website. */
  value: number | null;
  listed: number;
  known: number;
  questions: number;
  days: number;
  /** Questions, not their answers, are the independent units. */
  interval95: Interval | null;
};

/** One answer of a day: its question and its statement. */
export type DayAnswer = { date: string; questionId: string; status: 'listed' | 'not_listed' | 'unknown' };

/** @param answers at most one per question and day */
export function periodRate(answers: readonly DayAnswer[]): PeriodRate {
  const countable = answers.filter(({ status }) => status !== 'unknown');
  const parts = [...Map.groupBy(countable, ({ questionId }) => questionId).values()].map((ofQuestion) => ({
    part: ofQuestion.filter(({ status }) => status === 'listed').length,
    whole: ofQuestion.length,
  }));
  const listed = parts.reduce((sum, { part }) => sum + part, 0);
  const interval = shareInterval(parts);
  const isEven = listed === 0 || listed === countable.length;
  // Without any spread between the questions, the interval is that of one answer per question.
  const widest = { listed: listed === 0 ? 0 : parts.length, known: parts.length };
  return {
    value: scoreOf({ listed, known: countable.length }),
    listed,
    known: countable.length,
    questions: parts.length,
    days: new Set(countable.map(({ date }) => date)).size,
    interval95: interval === null ? (isEven ? scoreInterval(widest) : null) : inPoints(interval),
  };
}

/** Computes the rate of the answers that were read individually. */
export function periodRateOf({ questions, owner }: AttemptWindow): PeriodRate {
  const answers = questions.flatMap(({ caseId, completed }) => {
    const days = Map.groupBy(completed, ({ attempt }) => attempt.observedAt?.slice(0, 10) ?? '');
    days.delete('');
    // Completed answers are ordered newest first.
    return [...days].flatMap(([date, [latest]]) =>
      latest === undefined ? [] : [{ date, questionId: caseId, status: decideStatus(latest, owner.domain) }],
    );
  });
  return periodRate(answers);
}
