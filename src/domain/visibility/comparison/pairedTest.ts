import { type Interval, inPoints } from '../../statistics/interval.ts';
import { mcnemar } from '../../statistics/mcnemar.ts';
import { type DifferenceGroup, pairedDifference } from '../../statistics/pairedDifference.ts';
import { seedOf } from '../../statistics/signFlip.ts';
import { runIdsOf } from '../listingScore.ts';
import { pairedChanges, type QuestionPair, shareDifferences } from './questionPairs.ts';
import { type DeclaredTopics, groupTopics } from './questionTopics.ts';

/** The difference that a comparison's verdict is about. Percentage points. */
export type DecidedDifference = {
  /** Number of questions that the test compares, which with repeats includes those whose latest answer is undecided. */
  compared: number;
  /** Number of their topics, each of which moves as a whole. Equal to `compared` if every question is its own topic. */
  topics: number;
  /**
   * Number of these questions with several answers in a period. 0: the latest answers are compared, otherwise shares of
   * all.
   */
  repeated: number;
  /** The mean over the questions compared. */
  difference: number | null;
  /** Values that the test would not reject: it excludes zero exactly if p < 0.05. */
  interval95: Interval | null;
  /** From sign flips of the listed shares; without repeats that is McNemar's exact test. */
  p: number | null;
};

/** Comparison of one domain's listing in two answers to each question, first minus second. */
export type PairedTest = {
  /** Pairs in which both latest answers decide whether they list the domain. */
  paired: QuestionPair[];
  runIds: { current: string[]; previous: string[] };
  gained: number;
  lost: number;
  /** Number of repeats averaged per compared share; 1 if the latest answers are compared. */
  averaged: number;
  decided: DecidedDifference;
};

/** Tests one domain over pairs of answers. Equal answers give the same p, because the seed is their run ids. */
export function testPairs(pairs: readonly QuestionPair[], domain: string, declared: DeclaredTopics | null): PairedTest {
  const { paired, gained, lost } = pairedChanges(pairs, domain);
  const { differences, repeated, averaged } = shareDifferences(pairs, domain);
  const runIds = {
    current: runIdsOf(paired.map((pair) => pair.current)),
    previous: runIdsOf(paired.map((pair) => pair.previous)),
  };
  const isLatest = repeated === 0;
  const compared = isLatest
    ? paired.map((pair) => ({ pair, difference: latestDifference(pair, domain) }))
    : differences;
  const groups = groupByTopic(compared, declared);
  const exactP = isLatest && groups.length === compared.length ? mcnemar(gained, lost) : undefined;
  const outcome = pairedDifference(groups, seedOf([...runIds.current, ...runIds.previous]), exactP);
  return {
    paired,
    runIds,
    gained,
    lost,
    averaged,
    decided: {
      compared: compared.length,
      topics: groups.length,
      repeated,
      difference: outcome === null ? null : 100 * outcome.mean,
      interval95: outcome === null ? null : inPoints(outcome.interval95),
      p: outcome?.p ?? null,
    },
  };
}

/** Sums differences by topic. Topics follow from the questions' texts, or from what the owner declared. */
export function groupByTopic(
  differences: readonly { pair: QuestionPair; difference: number }[],
  declared: DeclaredTopics | null,
): DifferenceGroup[] {
  const questions = differences.map(({ pair: { currentHistory } }) => currentHistory);
  const topics = groupTopics(questions, declared);
  const groups = new Map<string, DifferenceGroup>();
  for (const { pair, difference } of differences) {
    const topic = topics.get(pair.currentHistory.caseId) ?? pair.caseId;
    const group = groups.get(topic) ?? { sum: 0, size: 0 };
    groups.set(topic, { sum: group.sum + difference, size: group.size + 1 });
  }
  return [...groups.values()];
}

export function latestDifference({ current, previous }: QuestionPair, domain: string): number {
  return Number(current.positions.has(domain)) - Number(previous.positions.has(domain));
}
