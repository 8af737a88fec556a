import type { Block } from './blocks.ts';
import type { Candidate } from './candidates.ts';
import { foldName } from './foldName.ts';
import type { Link } from './links.ts';
import { linksWithin } from './links.ts';
import { hostOf, normaliseUrl } from './normaliseUrl.ts';
import { plainText } from './plainText.ts';
import type { Returned } from './returned.ts';
import type { Draft } from './verify.ts';

const officialWords = /\b(?:official|website|web site|homepage|home page|site|visit|learn more)\b/i;

/** True when the host's own label and the name share their letters: acme.com for "Acme Pad 3". */
function hostNames(url: string, name: string): boolean {
  const labels = hostOf(url).split('.').slice(0, -1);
  const letters = foldName(name).replaceAll(' ', '');
  const firstWord = foldName(name).split(' ')[0] ?? '';
  return labels.some((label) => {
    const bare = label.replaceAll('-', '');
    return bare.length > 2 && (letters.includes(bare) || (firstWord.length > 2 && bare.startsWith(firstWord)));
  });
}

/** The link given for the name: around it, or in its block on a host that carries the name, or called official. */
function ownLink(text: string, one: Candidate, inBlock: readonly Link[], shared: ReadonlySet<string>): string | null {
  const name = one.span.name;
  const around = one.link?.url ?? null;
  if (around !== null) {
    const normal = normaliseUrl(around);
    if (normal === null || !shared.has(normal) || hostNames(normal, name)) return around;
  }
  const usable = inBlock.filter((link) => link.url !== null && normaliseUrl(link.url) !== null);
  const named = usable.filter((link) => link.url !== null && hostNames(link.url, name));
  const official = (link: Link): boolean => {
    const label = text.slice(Math.max(0, link.start - 40), link.textEnd);
    return officialWords.test(label.slice(label.lastIndexOf('\n') + 1));
  };
  return (named.find(official) ?? named[0] ?? usable.find(official))?.url ?? null;
}

/** Links that stand around several different names say nothing about any of them: shops' search pages, round-ups. */
function sharedLinks(chosen: readonly Candidate[]): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const one of chosen) {
    const url = one.link?.url === undefined || one.link.url === null ? null : normaliseUrl(one.link.url);
    if (url === null) continue;
    if (seen.has(url)) shared.add(url);
    seen.add(url);
  }
  return shared;
}

/** Makes a draft of every chosen name from its own block of the text. */
export function draftMentions(
  text: string,
  chosen: readonly Candidate[],
  blocks: readonly Block[],
  links: readonly Link[],
  returned: Returned,
): Draft[] {
  const shared = sharedLinks(chosen);
  return chosen.map((one, index): Draft => {
    const block = blocks[index] ?? { start: one.span.start, end: one.span.end };
    const inBlock = linksWithin(links, block.start, block.end);
    const cited = returned.citations.filter(
      ({ startIndex, endIndex }) =>
        startIndex !== null &&
        endIndex !== null &&
        startIndex < block.end &&
        Math.max(endIndex, startIndex + 1) > block.start,
    );
    const placed = [
      ...inBlock.map((link) => ({ at: link.start, url: link.url })),
      ...cited.map((citation) => ({ at: citation.startIndex ?? 0, url: citation.url })),
    ].sort((left, right) => left.at - right.at);
    const blockUrls = new Set<string>();
    for (const { url } of placed) {
      const normal = url === null ? null : normaliseUrl(url);
      if (normal !== null) blockUrls.add(normal);
    }
    const afterName = one.link !== null ? Math.max(one.link.end, one.span.end) : one.span.end;
    return {
      name: one.span.name,
      nameStart: one.span.start,
      nameEnd: one.span.end,
      url: ownLink(text, one, inBlock, shared),
      reason: plainText(text, afterName, Math.min(block.end, afterName + 4000), links).replace(/^[\s:–—).,-]+/u, ''),
      citationUrls: cited.map((citation) => citation.url),
      blockStart: block.start,
      blockEnd: block.end,
      blockUrls: [...blockUrls],
      number: one.number,
    };
  });
}
