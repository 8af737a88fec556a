import type { QuestionMeans } from './estimate.ts';
import type { AnswerMetric } from './protocol.ts';

/** One answer of a round. */
export type ObservedAnswer = {
  runId: string;
  questionId: string;
  /** null: the answer cannot be judged, or its page showed none. */
  values: Record<AnswerMetric, number | null>;
  model: string | null;
  harnessVersion: string;
  readerVersion: string | null;
  /** It cites a page that the change touches. */
  citesTreated: boolean;
};

export type ObservedRound = {
  number: number;
  dueAt: string;
  /** False while requests of the round may still be answered. */
  isComplete: boolean;
  isMissed: boolean;
  answers: ObservedAnswer[];
};

/** Returns the known answers of a question in one round. */
export function knownValues(round: ObservedRound, questionId: string, metric: AnswerMetric): number[] {
  return round.answers.flatMap((answer) => {
    const value = answer.questionId === questionId ? answer.values[metric] : null;
    return value === null ? [] : [value];
  });
}

export type Windows = { before: readonly ObservedRound[]; after: readonly ObservedRound[] };

/** Value of a missing answer; null: it is left out. */
export type Filling = { before: number; after: number } | null;

/**
 * Returns the means of a question before and after; null unless its answers are known in half of the rounds of both
 * windows.
 * @param expected answers of each round
 */
export function questionMeans(
  { before, after }: Windows,
  questionId: string,
  metric: AnswerMetric,
  fill: { filling: Filling; expected: number } = { filling: null, expected: 0 },
): QuestionMeans | null {
  const means = [before, after].map((rounds, window) => {
    const knownItems = rounds.map((round) => knownValues(round, questionId, metric));
    if (knownItems.filter((values) => values.length > 0).length < rounds.length / 2) return null;
    const filled = knownItems.flatMap((values) => {
      if (fill.filling === null) return values.length === 0 ? [] : [mean(values)];
      const missing = Math.max(0, fill.expected - values.length);
      const value = window === 0 ? fill.filling.before : fill.filling.after;
      return [mean([...values, ...Array.from({ length: missing }, () => value)])];
    });
    return filled.length === 0 ? null : mean(filled);
  });
  const [meanBefore, meanAfter] = means;
  if (meanBefore == null || meanAfter == null) return null;
  return { questionId, before: meanBefore, after: meanAfter };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
