import { decideStatus, domainsInOrder, type Listing } from '../marks/listing.ts';
import type { Interval } from '../statistics/interval.ts';
import { mean } from '../statistics/median.ts';
import { meanJaccard, meanRankBiasedOverlap, meanSameFirst } from '../statistics/pairMeans.ts';
import type { QuestionHistory } from './attemptWindow.ts';
import { scoreInterval, scoreOf } from './scoreOfCounts.ts';

/** Agreement of repeated answers to one question with the latest answer's setup. */
export type QuestionStability = {
  answers: number;
  pairs: number;
  /** Means over pairs of answers, 0-1; null if no pair names an identified domain. */
  meanJaccard: number | null;
  meanRankBiasedOverlap: number | null;
  /** Share of the pairs that name the same domain first. */
  sameFirstShare: number | null;
  meanListLength: number;
  listed: number;
  known: number;
  /** 0-100, over decided answers. */
  listedRate: number | null;
  interval95: Interval | null;
};

export type PanelStability = {
  questionsRepeated: number;
  /** Means over the repeated questions, each counted once. */
  meanJaccard: number | null;
  meanRankBiasedOverlap: number | null;
  meanSameFirstShare: number | null;
  questions: (QuestionStability & { caseId: string; question: string })[];
};

/** Returns null if the question has fewer than two completed answers with one setup. */
export function questionStability(question: QuestionHistory, domain: string): QuestionStability | null {
  const repeats = question.repeats;
  if (repeats.length < 2) return null;
  const lists = repeats.map(domainsInOrder);
  const named = repeats.map((answer) => new Set(answer.positions.keys()));
  const statuses = repeats.map((answer) => decideStatus(answer, domain));
  const listed = statuses.filter((status) => status === 'listed').length;
  const knownCount = statuses.filter((status) => status !== 'unknown').length;
  return {
    answers: repeats.length,
    pairs: (repeats.length * (repeats.length - 1)) / 2,
    meanJaccard: meanJaccard([named]).mean,
    meanRankBiasedOverlap: meanRankBiasedOverlap(lists).mean,
    sameFirstShare: meanSameFirst(lists).mean,
    meanListLength: mean(lists.map((list) => list.length)) ?? 0,
    listed,
    known: knownCount,
    listedRate: scoreOf({ listed, known: knownCount }),
    interval95: scoreInterval({ listed, known: knownCount }),
  };
}

export function panelStability(questions: readonly QuestionHistory[], domain: string): PanelStability {
  const rows = questions.flatMap((question) => {
    const stability = questionStability(question, domain);
    return stability === null ? [] : [{ caseId: question.caseId, question: question.question, ...stability }];
  });
  return {
    questionsRepeated: rows.length,
    meanJaccard: mean(rows.flatMap((row) => row.meanJaccard ?? [])),
    meanRankBiasedOverlap: mean(rows.flatMap((row) => row.meanRankBiasedOverlap ?? [])),
    meanSameFirstShare: mean(rows.flatMap((row) => row.sameFirstShare ?? [])),
    questions: rows,
  };
}

/**
 * Counts how often two neighbouring repeats of one question disagree on whether they list the domain (A/A comparison).
 */
export function flipsBetweenRepeats(
  questions: readonly QuestionHistory[],
  domain: string,
): { pairs: number; flips: number } {
  let pairs = 0;
  let flips = 0;
  for (const question of questions) {
    const knownItems = question.repeats
      .map((answer: Listing) => decideStatus(answer, domain))
      .filter((status) => status !== 'unknown');
    knownItems.slice(1).forEach((status, index) => {
      pairs += 1;
      if (status !== knownItems[index]) flips += 1;
    });
  }
  return { pairs, flips };
}
