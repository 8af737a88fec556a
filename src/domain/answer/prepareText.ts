import { markTables } from './tableCells.ts';

const listMarkup = /<li(?:\s[^<>\n]{0,300})?>/i;
const markup = /<(\/?)(ol|ul|li|p|div|br|b|strong|h[1-6])(?:\s[^<>\n]{0,300})?\/?>/gi;
const fence = /^[ \t>]{0,12}(?:```|~~~)/;
const image = /!\[[^\]\n]{0,300}\]\([^()\s]{0,2000}(?:\s"[^"\n]{0,200}")?\)/g;

/** Blanks a stretch: every character except line breaks becomes a space, so that all offsets stay. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

const oddSpaces = /[\u00a0\u2007-\u200a\u202f\u205f]/g;
const underscored = /(?<![\p{L}\p{N}_])__(?=[^\s_])([^_\n]{1,200})__(?![\p{L}\p{N}_])/gu;

/** Unifies Markdown and typography that can be written in several ways (spaces, bold), keeping the length. */
function inOneSpelling(text: string): string {
  const spaced = text.replace(oddSpaces, ' ');
  return spaced.includes('__') ? spaced.replace(underscored, '**$1**') : spaced;
}

/**
 * Blanks comments, which readers of the page do not see. An opening without an end hides nothing: parsers differ on it.
 */
function withoutComments(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf('<!--', at);
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4);
    if (end < 0) return parts.join('') + text.slice(at);
    parts.push(text.slice(at, start), blank(text.slice(start, end + 3)));
    at = end + 3;
  }
}

/** Converts one tag of an answer written in HTML to the same number of characters of Markdown. */
function asMarkdown(tag: string, slash: string, element: string): string {
  const name = element.toLowerCase();
  const isOpening = slash === '';
  if (name === 'b' || name === 'strong') return isOpening ? '**'.padStart(tag.length) : '**'.padEnd(tag.length);
  const mark = isOpening && name === 'li' ? '\n-' : isOpening && name.startsWith('h') ? '\n##' : '\n';
  return mark.padEnd(tag.length);
}

/**
 * Prepares the text that a reader may take names from, offset for offset: code blocks, comments and image markup are
 * blanked, because they are quoted and not said, and a list in HTML becomes one in Markdown. A fence around the whole
 * answer is only its wrapping.
 */
export function prepareText(text: string): string {
  const spelled = inOneSpelling(text);
  const tables = markTables(withoutComments(spelled));
  // Only lists: a lone tag in Markdown, such as a line break within a cell of a table, has its own meaning there.
  const listed = listMarkup.test(tables) ? tables.replace(markup, asMarkdown) : tables;
  const shownText = listed.includes('![') ? listed.replace(image, blank) : listed;
  if (!/```|~~~/.test(shownText)) return shownText;
  const parts: string[] = [];
  let inFence = false;
  let hidden = 0;
  for (const line of shownText.split(/(?<=\n)/)) {
    const marks = fence.test(line);
    if (marks) inFence = !inFence;
    const hide = marks || inFence;
    if (hide && !marks) hidden += line.length;
    parts.push(hide ? blank(line) : line);
  }
  if (hidden * 10 > shownText.length * 8) return shownText.replace(/^[ \t>]{0,12}(?:```|~~~)[^\n]*/gm, blank);
  return parts.join('');
}
