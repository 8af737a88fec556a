import { benjaminiHochberg } from '../../statistics/benjaminiHochberg.ts';
import { minChangedPairs } from '../../statistics/detectableChange.ts';
import { mcnemar } from '../../statistics/mcnemar.ts';
import { signFlip } from '../../statistics/signFlip.ts';
import { codeUnitOrder, sortedOnce } from '../../text/codeUnitOrder.ts';
import { groupByTopic, latestDifference } from './pairedTest.ts';
import { pairedChanges, type QuestionPair } from './questionPairs.ts';
import type { DeclaredTopics } from './questionTopics.ts';

/** Change of the listing of another domain over the paired questions. */
export type DomainChange = {
  domain: string;
  paired: number;
  gained: number;
  lost: number;
  p: number;
  /** Benjamini-Hochberg over the rows of this list. */
  adjustedP: number;
  verdict: 'increase' | 'decrease' | 'no_detectable_change';
};

/**
 * Tests the other domains with at least six changed questions. With fewer an exact test cannot be significant, so
 * testing them would only weaken the others (R. E. Tarone, Biometrics 46, 1990). Smallest adjusted p first, then by
 * name.
 */
export function domainChanges(
  pairs: readonly QuestionPair[],
  ownDomain: string,
  declared: DeclaredTopics | null,
): DomainChange[] {
  const seenItems = pairs.flatMap((pair) => [...pair.current.positions.keys(), ...pair.previous.positions.keys()]);
  const tested = sortedOnce(seenItems.filter((domain) => domain !== ownDomain))
    .map((domain) => ({ domain, ...pairedChanges(pairs, domain) }))
    .filter(({ gained, lost }) => gained + lost >= minChangedPairs)
    .map(({ domain, paired, gained, lost }) => ({
      domain,
      paired: paired.length,
      gained,
      lost,
      p: pOfTopics(paired, { domain, gained, lost }, declared),
    }));
  const adjusted = benjaminiHochberg(tested.map(({ p }) => p));
  return tested
    .map((row, index): DomainChange => {
      const adjustedP = adjusted[index] ?? 1;
      const called = row.gained > row.lost ? 'increase' : 'decrease';
      return { ...row, adjustedP, verdict: adjustedP < 0.05 ? called : 'no_detectable_change' };
    })
    .sort((a, b) => a.adjustedP - b.adjustedP || codeUnitOrder(a.domain, b.domain));
}

/** Exact if every question is its own topic. */
function pOfTopics(
  paired: readonly QuestionPair[],
  { domain, gained, lost }: { domain: string; gained: number; lost: number },
  declared: DeclaredTopics | null,
): number {
  const differences = paired.map((pair) => ({ pair, difference: latestDifference(pair, domain) }));
  const groups = groupByTopic(differences, declared);
  if (groups.length === paired.length) return mcnemar(gained, lost);
  return signFlip(
    groups.map(({ sum }) => sum),
    domain,
  );
}
