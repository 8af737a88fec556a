import type { Link } from './answerLinks.ts';
import { linksWithin } from './answerLinks.ts';
import { isCitationLabel } from './endsSentence.ts';

/**
 * Returns the words between two offsets as a person sees them: link texts without targets, no addresses, no Markdown
 * marks.
 */
export function plainText(text: string, start: number, end: number, links: readonly Link[]): string {
  const parts: string[] = [];
  let from = start;
  for (const link of linksWithin(links, start, end)) {
    parts.push(text.slice(from, link.start));
    const shownText = text.slice(link.textStart, link.textEnd);
    const cites =
      isCitationLabel(shownText) ||
      (/[(,]\s?$/.test(text.slice(link.start - 2, link.start)) && /^\s?[,)]/.test(text.slice(link.end, link.end + 2)));
    if (!cites && !/^https?:\/\//i.test(shownText)) parts.push(shownText);
    from = link.end;
  }
  parts.push(text.slice(from, end));
  let visible = parts.join('');
  // Most texts have few of these characters, and searching for a character costs less than matching its pattern.
  if (visible.includes('http') || visible.includes('HTTP')) visible = visible.replace(/https?:\/\/[^\s)\]]+/gi, ' ');
  if (visible.includes('&')) visible = visible.replace(/&#x20;|&nbsp;/g, ' ').replace(/&amp;/g, '&');
  visible = visible.replace(/^[ \t>]*(?:#{1,6}|[*•‣◦▪●+-]|\d{1,3}[.)])[ \t]+/gm, '');
  if (visible.includes('\\')) visible = visible.replace(/\\(?=[^\p{L}\p{N}\s])/gu, '');
  if (/[*_`|#]|\s-{1,8}(?:\s|$)|^-/.test(visible))
    visible = visible
      .replace(/\*\*|__|`|\|/g, ' ')
      .replace(/(^|\s)[*_#]{1,6}(?=\S)|(?<=\S)[*_]{1,6}(?=[\s.,;:!?)]|$)|(^|\s)[*_#|-]{1,8}(?=\s|$)/g, '$1 ');
  if (/[([]\s*[,;)\]]/.test(visible)) visible = visible.replace(/\(\s*(?:[,;]\s*)*\)|\[\s*\]/g, ' ');
  return visible
    .replace(/\s+/g, ' ')
    .replace(/\s([.,;:!?)])/g, '$1')
    .trim();
}

/** Cuts a text to at most `limit` UTF-16 code units, at a space if possible, and marks the cut with an ellipsis. */
export function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const space = cut.lastIndexOf(' ');
  const shortened = space > limit / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, '');
  return `${shortened.trimEnd()}…`;
}
