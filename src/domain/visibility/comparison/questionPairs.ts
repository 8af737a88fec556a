import { decideStatus, type Listing } from '../../marks/listing.ts';
import { mean } from '../../statistics/median.ts';
import type { AttemptWindow, QuestionHistory } from '../attemptWindow.ts';

/** A question answered with the same setup in both periods: the latest answer of each. */
export type QuestionPair = {
  caseId: string;
  current: Listing;
  previous: Listing;
  currentHistory: QuestionHistory;
  previousHistory: QuestionHistory;
};

const setupChanges = ['model_changed', 'harness_changed', 'search_changed', 'locale_changed'] as const;
export type SetupChange = (typeof setupChanges)[number];

export type QuestionPairs = {
  pairs: QuestionPair[];
  /** Number of questions answered in only one period. */
  unpaired: number;
  /** Questions answered in both periods with different setups, by the first thing that changed. */
  changed: { [change in SetupChange]: number };
};

/**
 * Pairs questions by case id: a case never changes, so equal ids mean the same question, target, locale and search
 * settings.
 */
export function pairQuestions(current: AttemptWindow, previous: AttemptWindow): QuestionPairs {
  const before = new Map(previous.questions.map((question) => [question.caseId, question]));
  const result: QuestionPairs = {
    pairs: [],
    unpaired: 0,
    changed: { model_changed: 0, harness_changed: 0, search_changed: 0, locale_changed: 0 },
  };
  for (const history of current.questions) {
    const other = before.get(history.caseId);
    if (history.latest === null || !other?.latest) continue;
    const change = setupChange(history.latest, other.latest);
    if (change !== null) result.changed[change] += 1;
    else {
      const pair = { current: history.latest, previous: other.latest, currentHistory: history, previousHistory: other };
      result.pairs.push({ caseId: history.caseId, ...pair });
    }
  }
  const inBoth = result.pairs.length + Object.values(result.changed).reduce((sum, count) => sum + count, 0);
  result.unpaired = current.answers.length + previous.answers.length - 2 * inBoth;
  return result;
}

function setupChange({ attempt: a }: Listing, { attempt: b }: Listing): SetupChange | null {
  if (a.model !== b.model) return 'model_changed';
  if (a.harnessVersion !== b.harnessVersion) return 'harness_changed';
  if (a.searchMode !== b.searchMode || a.useSeoTools !== b.useSeoTools) return 'search_changed';
  const place = ({ locale: l }: typeof a) => JSON.stringify([l.language, l.country, l.region, l.city, l.timezone]);
  return place(a) === place(b) ? null : 'locale_changed';
}

/** Changes of one domain's listing over the pairs in which both answers decide it. */
export type PairedChanges = { paired: QuestionPair[]; gained: number; lost: number };

export function pairedChanges(pairs: readonly QuestionPair[], domain: string): PairedChanges {
  const questionPairs = pairs.filter(
    (pair) => decideStatus(pair.current, domain) !== 'unknown' && decideStatus(pair.previous, domain) !== 'unknown',
  );
  const now = (pair: QuestionPair) => pair.current.positions.has(domain);
  const then = (pair: QuestionPair) => pair.previous.positions.has(domain);
  return {
    paired: questionPairs,
    gained: questionPairs.filter((pair) => now(pair) && !then(pair)).length,
    lost: questionPairs.filter((pair) => !now(pair) && then(pair)).length,
  };
}

export type ShareDifferences = {
  /**
   * For each question with a decided repeat in both periods (not necessarily the latest): share now minus share before.
   */
  differences: { pair: QuestionPair; difference: number }[];
  /** Number of these questions with more than one decided repeat. */
  repeated: number;
  /**
   * Number of repeats averaged per share over both periods: the harmonic mean, because the noise of a mean of r answers
   * is that of one answer divided by r. 1 without questions.
   */
  averaged: number;
};

/** Compares the listed shares of all decided repeats in each period, question by question. */
export function shareDifferences(pairs: readonly QuestionPair[], domain: string): ShareDifferences {
  const differences: ShareDifferences['differences'] = [];
  const inverses: number[] = [];
  let repeated = 0;
  for (const pair of pairs) {
    const [now, then] = [listedShare(pair.currentHistory, domain), listedShare(pair.previousHistory, domain)];
    if (now.known === 0 || then.known === 0) continue;
    if (now.known > 1 || then.known > 1) repeated += 1;
    differences.push({ pair, difference: now.share - then.share });
    inverses.push(1 / now.known, 1 / then.known);
  }
  return { differences, repeated, averaged: 1 / (mean(inverses) ?? 1) };
}

function listedShare(history: QuestionHistory, domain: string): { share: number; known: number } {
  const statuses = history.repeats.map((answer) => decideStatus(answer, domain));
  const knownCount = statuses.filter((status) => status !== 'unknown').length;
  const listed = statuses.filter((status) => status === 'listed').length;
  return { share: knownCount === 0 ? 0 : listed / knownCount, known: knownCount };
}
