import type { Line } from './lines.ts';
import { isTitle } from './phrases.ts';

/**
 * Finds the start of the list of sources at the end of an answer: a line of the second half that is "Sources", alone or
 * before a colon. The text's length for none. What appears there is cited, and recommended by no one.
 */
export function startOfSources(text: string, lines: readonly Line[]): number {
  const numbered = startOfNumberedSources(text);
  for (const line of lines) {
    if (line.start * 5 < text.length * 2 || line.kind === 'bullet' || line.kind === 'ordered') continue;
    const opening = text
      .slice(line.start, Math.min(line.end, line.start + 60))
      .replace(/[*_#`]/g, '')
      .trim();
    const label = /^([^:：]{2,40})[:：]/.exec(opening)?.[1] ?? (line.end - line.start < 40 ? opening : '');
    if (label !== '' && label.trim().split(/\s+/).length <= 4 && isTitle('source', label))
      return Math.min(line.start, numbered);
  }
  return numbered;
}

const firstSource = /\(1\) [^\n]{2,240}?https?:\/\/[^\n]{4,400}?\s{0,2}\(2\) /u;

/** "(1) Title. https://… (2) …" at the end of a copied chat: the pages that it read, whether or not a word announces them. */
function startOfNumberedSources(text: string): number {
  const half = Math.floor((text.length * 2) / 5);
  const match = firstSource.exec(text.slice(half).replaceAll('\n', ' '));
  return match === null ? text.length : half + match.index;
}
