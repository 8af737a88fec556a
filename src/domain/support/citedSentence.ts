import { readDefinitions, readLinks } from '../answer/answerLinks.ts';
import { plainText } from '../answer/plainText.ts';
import type { Citation } from '../answer/reading.ts';
import { lineSpans, type Span, sentenceSpans } from './sentences.ts';

/** A citation of an answer with the sentence it belongs to; null if the provider gives no position. */
export type CitedSentence = { url: string; sentence: (Span & { text: string }) | null };

/** Maximum number of citations compared; the answer's support states whether there are more. */
export const maxCitations = 50;

const listItem = /^[ \t>]*(?:[*•‣◦▪●+-]|\d{1,3}[.)])[ \t]+|^\s*\|/;
/** Text that is only a citation: a link or a mark in brackets, or punctuation. */
const mark = /\[[^\]\n]{0,300}\]\([^()\s]{0,2000}\)|\[\^?\d{1,3}\]|【[^】]{0,300}】|https?:\/\/\S{1,2000}/g;
/** Returns true if a text contains only references and punctuation. */
const isOnlyMarks = (text: string): boolean => /^[\s()[\].,;|]*$/.test(text.replace(mark, ''));

/** Lists citations with their sentences, each pair of page and sentence once, in text order. */
export function citedSentences(text: string, citations: readonly Citation[]): CitedSentence[] {
  const links = readLinks(text, readDefinitions(text));
  const lines = lineSpans(text);
  const pairs = new Map<string, CitedSentence>();
  for (const { url, startIndex, endIndex } of citations.slice(0, maxCitations)) {
    const place = startIndex === null ? null : sentenceAt(text, lines, startIndex, endIndex ?? startIndex);
    const sentence = place === null ? null : { ...place, text: plainText(text, place.start, place.end, links) };
    const key = `${url} ${sentence?.start ?? ''}`;
    if (!pairs.has(key)) pairs.set(key, { url, sentence: sentence?.text === '' ? null : sentence });
  }
  return [...pairs.values()];
}

function sentenceAt(text: string, lines: readonly Span[], start: number, end: number): Span | null {
  const at = lines.findLastIndex((line) => line.start <= start);
  const line = lines[at];
  if (line === undefined || start > line.end) return null;
  if (listItem.test(text.slice(line.start, line.end))) return line;
  const spans = sentenceSpans(text, line.start, line.end);
  const index = spans.findLastIndex((span) => span.start <= start);
  const span = spans[Math.max(0, index)];
  if (span === undefined) return null;
  const cited = text.slice(span.start, Math.min(span.end, Math.max(end, start)));
  if (!isOnlyMarks(cited)) return span;
  const rest = text.slice(Math.max(end, span.start), span.end);
  // A mark at the start of a sentence belongs to the previous one.
  const before = spans[index - 1] ?? null;
  if (before !== null) return before;
  if (!isOnlyMarks(rest)) return span;
  const above = lines[at - 1];
  return above === undefined ? null : (sentenceSpans(text, above.start, above.end).at(-1) ?? null);
}
