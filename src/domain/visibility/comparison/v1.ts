import { type Interval, inPoints } from '../../statistics/interval.ts';
import { mcnemar } from '../../statistics/mcnemar.ts';
import { tango } from '../../statistics/tango.ts';
import type { DecidedDifference } from './pairedTest.ts';
import type { PanelPower } from './panelPower.ts';
import type { WindowComparison } from './windows.ts';

/**
 * A comparison in the form of v1 and of bundles of format 4: `difference`, `interval95` and `mcnemarP` refer to the
 * latest answers, even if `repeats` decides.
 */
export type V1Comparison = Omit<WindowComparison, keyof DecidedDifference> & {
  difference: number | null;
  interval95: Interval | null;
  mcnemarP: number | null;
  /** Present if a question has repeats: shares of all decided repeats, question by question. */
  repeats: { questions: number; compared: number; meanDifference: number; signFlipP: number } | null;
};

/** Writes members in the order of v1, where the verdict precedes its figures unless periods are not comparable. */
export function v1Comparison(comparison: WindowComparison): V1Comparison {
  const {
    compared,
    topics: _topics,
    repeated,
    difference,
    interval95: _interval,
    p,
    verdict,
    reason,
    ...rest
  } = comparison;
  const { gained, lost, unpairedFallback, otherDomains, ...ground } = rest;
  const { paired } = ground;
  const isPaired = gained !== null && lost !== null && paired > 0;
  const judged = { verdict, reason };
  const figures = {
    gained,
    lost,
    difference: isPaired ? (100 * (gained - lost)) / paired : null,
    interval95: isPaired ? inPoints(tango(gained, lost, paired)) : null,
    mcnemarP: isPaired ? mcnemar(gained, lost) : null,
    repeats:
      repeated === 0 || difference === null || p === null
        ? null
        : { questions: repeated, compared, meanDifference: difference, signFlipP: p },
  };
  const ordered = verdict === 'not_comparable' ? { ...figures, ...judged } : { ...judged, ...figures };
  return { ...ground, ...ordered, unpairedFallback, otherDomains };
}

/** Returns the difference that a verdict of v1 is about. */
export function decidedOfV1({ repeats, paired, ...latest }: V1Comparison): Omit<DecidedDifference, 'interval95'> {
  return repeats === null
    ? { compared: paired, topics: paired, repeated: 0, difference: latest.difference, p: latest.mcnemarP }
    : {
        compared: repeats.compared,
        topics: repeats.compared,
        repeated: repeats.questions,
        difference: repeats.meanDifference,
        p: repeats.signFlipP,
      };
}

export function v1PanelPower({ topics: _topics, ...power }: PanelPower): Omit<PanelPower, 'topics'> {
  return power;
}
