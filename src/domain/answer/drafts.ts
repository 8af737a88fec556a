import { hostOf, normaliseUrl } from '../urls/normaliseUrl.ts';
import type { Link } from './answerLinks.ts';
import { linksWithin } from './answerLinks.ts';
import type { Block } from './blocks.ts';
import type { Candidate } from './candidate.ts';
import { foldName } from './foldName.ts';
import { isCardFact } from './names.ts';
import { plainText } from './plainText.ts';
import type { ReturnedItems } from './returnedItems.ts';
import type { Draft } from './verify.ts';

const officialWords = /\b(?:official|website|web site|homepage|home page|site|visit|learn more)\b/i;

/** Returns true if the host's own label and the name share their letters: acme.com for "Acme Pad 3". */
function hostNames(url: string, name: string): boolean {
  const labels = hostOf(url).split('.').slice(0, -1);
  const letters = foldName(name).replaceAll(' ', '');
  const firstWord = foldName(name).split(' ')[0] ?? '';
  return labels.some((label) => {
    const bare = label.replaceAll('-', '');
    return bare.length > 2 && (letters.includes(bare) || (firstWord.length > 2 && bare.startsWith(firstWord)));
  });
}

/**
 * Returns the link given for the name: around it, or in its block on a host that contains the name, or called official.
 */
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

/** Returns links around several different names, which identify none of them: shops' search pages, round-ups. */
function sharedLinks(candidates: readonly Candidate[]): Set<string> {
  const visited = new Set<string>();
  const shared = new Set<string>();
  for (const one of candidates) {
    const url = one.link?.url === undefined || one.link.url === null ? null : normaliseUrl(one.link.url);
    if (url === null) continue;
    if (visited.has(url)) shared.add(url);
    visited.add(url);
  }
  return shared;
}

/** A place at which the text describes a name: the names there, and its block. */
export type Place = { candidate: Candidate; block: Block };

/** Content of the blocks of all places of a name. */
function readPlace(text: string, { candidate, block }: Place, links: readonly Link[]): string {
  const from = Math.max(candidate.rest, candidate.link?.end ?? 0, candidate.span.end);
  return plainText(text, from, Math.min(block.end, from + 4000), links)
    .replace(/^(?:[\s:：–—).,*~-]|\/(?=\s))+/u, '')
    .replace(/\s?[・･]$/u, '');
}

/** Returns the fullest explanation: a table's cells count only if nothing else explains the name. */
function fullestReason(text: string, places: readonly Place[], links: readonly Link[]): string {
  const reports = places.map((place) => ({
    inTable: place.candidate.context === 'table',
    reason: readPlace(text, place, links),
  }));
  const spoken = reports.filter((one) => !one.inTable && one.reason !== '' && !isCardFact(one.reason));
  const reasons = (spoken.length > 0 ? spoken : reports).map((one) => one.reason);
  return reasons.reduce((best, reason) => (reason.length > best.length ? reason : best), '');
}

/**
 * Drafts every chosen name from all places that describe it: the first gives the order and the name's spelling, the
 * fullest the reason, all of them links and citations.
 */
export function draftMentions(
  text: string,
  selection: readonly Candidate[],
  placesOf: readonly (readonly Place[])[],
  links: readonly Link[],
  returned: ReturnedItems,
): Draft[] {
  const shared = sharedLinks(selection);
  return selection.map((one, index): Draft => {
    const places = placesOf[index] ?? [];
    const blocks = places.map((place) => place.block);
    const inBlock = blocks.flatMap((block) => linksWithin(links, block.start, block.end));
    const cited = returned.citations.filter(({ startIndex, endIndex }) => {
      if (startIndex === null || endIndex === null) return false;
      return blocks.some((block) => startIndex < block.end && Math.max(endIndex, startIndex + 1) > block.start);
    });
    const placed = [
      ...inBlock.map((link) => ({ at: link.start, url: link.url })),
      ...cited.map((citation) => ({ at: citation.startIndex ?? 0, url: citation.url })),
    ].sort((leftSide, right) => leftSide.at - right.at);
    const blockUrls = new Set<string>();
    for (const { url } of placed) {
      const normal = url === null ? null : normaliseUrl(url);
      if (normal !== null) blockUrls.add(normal);
    }
    const linked = places.map((place) => place.candidate).find((candidate) => (candidate.link?.url ?? null) !== null);
    return {
      name: one.span.name,
      nameStart: one.span.start,
      nameEnd: one.span.end,
      url: ownLink(text, linked === undefined ? one : { ...one, link: linked.link }, inBlock, shared),
      reason: fullestReason(text, places, links),
      citationUrls: cited.map((citation) => citation.url),
      blocks,
      blockUrls: [...blockUrls],
      number: one.number,
    };
  });
}
