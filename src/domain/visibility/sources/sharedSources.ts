import type { Listing } from '../../marks/listing.ts';
import { jaccard } from '../../statistics/jaccard.ts';
import { mean } from '../../statistics/median.ts';

/** Overlap of the sources of two engines, over the questions that both answered. */
export type SharedSources = {
  /** Domains that both cite, and that only one of them does. */
  shared: number;
  onlyFirst: number;
  onlySecond: number;
  /** Fraction of all cited domains, 0-1; null if neither cites anything. */
  jaccard: number | null;
  sharedPages: number;
  pagesJaccard: number | null;
  /** Questions at which at least one of the two cites something, and the mean over them. */
  questions: number;
  meanJaccard: number | null;
};

export function sharedSources(pairs: readonly (readonly [Listing, Listing])[]): SharedSources {
  const [first, second] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  const [domains, otherDomains] = [collectIntoSet(first, 'domain'), collectIntoSet(second, 'domain')];
  const [pages, otherPages] = [collectIntoSet(first, 'url'), collectIntoSet(second, 'url')];
  const shared = sizeOfBoth(domains, otherDomains);
  const each = pairs.flatMap(
    ([one, other]) => jaccard(collectIntoSet([one], 'domain'), collectIntoSet([other], 'domain')) ?? [],
  );
  return {
    shared,
    onlyFirst: domains.size - shared,
    onlySecond: otherDomains.size - shared,
    jaccard: jaccard(domains, otherDomains),
    sharedPages: sizeOfBoth(pages, otherPages),
    pagesJaccard: jaccard(pages, otherPages),
    questions: each.length,
    meanJaccard: mean(each),
  };
}

function collectIntoSet(answers: readonly Listing[], member: 'domain' | 'url'): Set<string> {
  return new Set(answers.flatMap(({ cited }) => cited.map((source) => source[member])));
}

function sizeOfBoth(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((text) => other.has(text)).length;
}
