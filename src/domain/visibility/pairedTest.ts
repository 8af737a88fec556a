import { type Interval, inPoints } from '../statistics/interval.ts';
import { mcnemar } from '../statistics/mcnemar.ts';
import { mean } from '../statistics/median.ts';
import { seedOf, signFlip } from '../statistics/signFlip.ts';
import { tango } from '../statistics/tango.ts';
import { runIdsOf } from './listingScore.ts';
import { pairedChanges, type QuestionPair, shareDifferences } from './questionPairs.ts';

/** The share tests of questions with repeats. `questions` of the `compared` ones were repeated. */
export type RepeatsTest = { questions: number; compared: number; meanDifference: number; signFlipP: number };

/** The listing of one domain in two answers to each question, the first minus the second. Percentage points. */
export type PairedTest = {
  /** Pairs in which both latest answers say whether they list the domain. */
  paired: QuestionPair[];
  runIds: { current: string[]; previous: string[] };
  gained: number;
  lost: number;
  difference: number | null;
  /** Tango's score interval of paired proportions. */
  interval95: Interval | null;
  mcnemarP: number | null;
  /** Present when a question has repeats. */
  repeats: RepeatsTest | null;
  /** Questions that the deciding test compares: with repeats also those whose latest answer is unknown. */
  compared: number;
  /** How many repeats a compared share averages, 1 where the latest answers are compared. */
  averaged: number;
  /** The test that decides: sign flips of the shares where there are repeats, else McNemar's exact test. */
  decided: { difference: number | null; p: number | null };
};

/** Tests one domain over pairs of answers. The same answers give the same p: its seed is their run ids. */
export function testPairs(pairs: readonly QuestionPair[], domain: string): PairedTest {
  const { paired, gained, lost } = pairedChanges(pairs, domain);
  const { differences, repeated, averaged } = shareDifferences(pairs, domain);
  const m = paired.length;
  const runIds = {
    current: runIdsOf(paired.map((pair) => pair.current)),
    previous: runIdsOf(paired.map((pair) => pair.previous)),
  };
  const compared = repeated === 0 ? m : differences.length;
  const repeats =
    repeated === 0
      ? null
      : {
          questions: repeated,
          compared,
          meanDifference: 100 * (mean(differences) ?? 0),
          signFlipP: signFlip(differences, seedOf([...runIds.current, ...runIds.previous])),
        };
  const difference = m === 0 ? null : (100 * (gained - lost)) / m;
  const mcnemarP = m === 0 ? null : mcnemar(gained, lost);
  return {
    paired,
    runIds,
    gained,
    lost,
    difference,
    interval95: m === 0 ? null : inPoints(tango(gained, lost, m)),
    mcnemarP,
    repeats,
    compared,
    averaged,
    decided:
      repeats === null ? { difference, p: mcnemarP } : { difference: repeats.meanDifference, p: repeats.signFlipP },
  };
}
