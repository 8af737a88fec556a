import type { AnswerFacts } from '../answer/answerFacts.ts';
import { type Owner, ownsUrl } from './owner.ts';

/** Does the answer cite a page of this domain? As reports count citations: the owner's pages count as its one domain. */
export function citesDomain({ mentions, sources }: AnswerFacts, domain: string, owner: Owner): boolean {
  const cited = new Set(mentions.flatMap(({ citationUrls }) => citationUrls));
  for (const { kind, url } of sources) if (kind === 'cited') cited.add(url);
  return [...cited].some((url) => {
    const home = owner.homeOf(url);
    if (home === null) return false;
    return (ownsUrl(owner, url) ? owner.domain : (home.domain ?? home.host)) === domain;
  });
}
