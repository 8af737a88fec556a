import type { Interval } from '../statistics/interval.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import type { QuestionHistory } from './attemptWindow.ts';
import { scoreInterval, scoreOf } from './scoreOfCounts.ts';

/** Share of pages that were read correctly and show no answer, over the newest completed attempt of each question. */
export type NoAnswerRate = {
  questions: number;
  of: number;
  /** 0-100; null without a completed attempt. */
  rate: number | null;
  interval95: Interval | null;
  runIds: string[];
};

/**
 * Computes the share of pages without an answer. Such a page says nothing about a brand, so it is counted here and in
 * no score.
 */
export function noAnswerRate(questions: readonly QuestionHistory[]): NoAnswerRate {
  const newest = questions.flatMap((question) => question.attempts.find(({ status }) => status === 'completed') ?? []);
  const without = newest.filter(({ facts }) => facts?.noAnswer !== undefined);
  const counts = { listed: without.length, known: newest.length };
  return {
    questions: without.length,
    of: newest.length,
    rate: scoreOf(counts),
    interval95: scoreInterval(counts),
    runIds: without.map(({ runId }) => runId).sort(codeUnitOrder),
  };
}
