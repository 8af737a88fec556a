import type { AnswerFacts } from '../answer/answerFacts.ts';
import { type Owner, ownsUrl } from './owner.ts';

/**
 * Returns true if the answer cites a page of this domain, as reports count citations: all of the owner's pages count as
 * one domain.
 */
export function citesDomain(facts: AnswerFacts, domain: string, owner: Owner): boolean {
  return [...citedUrls(facts)].some((url) => {
    const home = owner.homeOf(url);
    if (home === null) return false;
    return (ownsUrl(owner, url) ? owner.domain : (home.domain ?? home.host)) === domain;
  });
}

/** Returns the pages that an answer cites, as reports count them. */
export function citedUrls({ mentions, sources }: Pick<AnswerFacts, 'mentions' | 'sources'>): ReadonlySet<string> {
  const cited = new Set(mentions.flatMap(({ citationUrls }) => citationUrls));
  for (const { kind, url } of sources) if (kind === 'cited') cited.add(url);
  return cited;
}

/** Returns true if its search returned the page but the answer does not cite it. */
export function returnsUncited(facts: AnswerFacts, url: string): boolean {
  return facts.sources.some((source) => source.url === url) && !citedUrls(facts).has(url);
}
