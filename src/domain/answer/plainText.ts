import type { Link } from './links.ts';
import { linksWithin } from './links.ts';

/** The words between two offsets as a reader sees them: link texts without targets, no addresses, no Markdown marks. */
export function plainText(text: string, start: number, end: number, links: readonly Link[]): string {
  const parts: string[] = [];
  let from = start;
  for (const link of linksWithin(links, start, end)) {
    parts.push(text.slice(from, link.start));
    const shown = text.slice(link.textStart, link.textEnd);
    const cites =
      /[(,]\s?$/.test(text.slice(link.start - 2, link.start)) && /^\s?[,)]/.test(text.slice(link.end, link.end + 2));
    if (!cites && !/^https?:\/\//i.test(shown)) parts.push(shown);
    from = link.end;
  }
  parts.push(text.slice(from, end));
  return parts
    .join('')
    .replace(/https?:\/\/[^\s)\]]+/gi, ' ')
    .replace(/&#x20;|&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/^[ \t>]*(?:#{1,6}|[*•‣◦▪●+-]|\d{1,3}[.)])[ \t]+/gm, '')
    .replace(/\\(?=[^\p{L}\p{N}\s])/gu, '')
    .replace(/\*\*|__|`|\|/g, ' ')
    .replace(/(^|\s)[*_#]+(?=\S)|(?<=\S)[*_]+(?=[\s.,;:!?)]|$)|(^|\s)[*_#|-]+(?=\s|$)/g, '$1 ')
    .replace(/\(\s*(?:[,;]\s*)*\)|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s+([.,;:!?)])/g, '$1')
    .trim();
}

/** Cuts a text to at most `limit` UTF-16 code units, at a space where there is one, and says so with an ellipsis. */
export function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const space = cut.lastIndexOf(' ');
  const kept = space > limit / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.trimEnd()}…`;
}
