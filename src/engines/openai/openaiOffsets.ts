import type { Annotation } from '../../domain/answer/frozenAnswer.ts';
import { numberOf, textOf, type WireRecord } from '../../providers/wireRecords.ts';

/** An offset that no text has: the reader reports it as bad and keeps the citation without a place. */
const nowhere = { startIndex: -1, endIndex: -1 };

type Span = { url: string; title: string | null; start: number; end: number };

/**
 * The `url_citation` annotations of one text part, as UTF-16 offsets into the whole text.
 *
 * The provider does not state its unit. Both units are the same until the text has a character outside the Basic
 * Multilingual Plane (an emoji, say). For such a text the unit is decided by evidence: the provider cites a link that it
 * writes into the text, so the unit under which more spans are exactly their link is taken. Where no span is one, the unit
 * under which more spans contain their URL; UTF-16 when it makes no difference.
 *
 * @param before length of the parts before this one, in UTF-16 code units
 */
export function utf16Annotations(text: string, list: readonly WireRecord[], before: number): readonly Annotation[] {
  const spans = list.filter((entry) => entry.type === 'url_citation').flatMap(spanOf);
  const asUnits = (offset: number): number => offset;
  const unit = /[\u{10000}-\u{10FFFF}]/u.test(text) ? chooseUnit(text, spans, asUnits) : asUnits;
  return spans.map(({ url, title, start, end }) => {
    const startIndex = unit(start);
    const endIndex = unit(end);
    // Checked here, per part: shifted behind other parts, a bad offset could land inside a good text.
    const inside = startIndex >= 0 && endIndex >= startIndex && endIndex <= text.length;
    return { url, title, ...(inside ? { startIndex: before + startIndex, endIndex: before + endIndex } : nowhere) };
  });
}

function spanOf(entry: WireRecord): Span[] {
  const url = textOf(entry.url);
  if (url === null) return [];
  const start = numberOf(entry.start_index);
  const end = numberOf(entry.end_index);
  const whole = start !== null && end !== null && Number.isInteger(start) && Number.isInteger(end);
  return [{ url, title: textOf(entry.title), start: whole ? start : -1, end: whole ? end : -1 }];
}

function chooseUnit(text: string, spans: readonly Span[], asUnits: (offset: number) => number) {
  const starts: number[] = [];
  let at = 0;
  for (const character of text) {
    starts.push(at);
    at += character.length;
  }
  starts.push(at);
  const asPoints = (offset: number): number => (offset < 0 ? offset : (starts[offset] ?? text.length + 1));
  const count = (unit: (offset: number) => number, fits: (slice: string, url: string) => boolean): number =>
    spans.filter(({ url, start, end }) => fits(text.slice(Math.max(0, unit(start)), Math.max(0, unit(end))), url))
      .length;
  for (const fits of [isLink, (slice: string, url: string) => slice.includes(url)]) {
    const [points, units] = [count(asPoints, fits), count(asUnits, fits)];
    if (points !== units) return points > units ? asPoints : asUnits;
  }
  return asUnits;
}

/** Matches a slice that is exactly a link to this address: bare or Markdown, with or without parentheses around it. */
function isLink(slice: string, url: string): boolean {
  const link = slice.startsWith('(') && slice.endsWith(')') ? slice.slice(1, -1) : slice;
  return link === url || (link.startsWith('[') && link.endsWith(`](${url})`));
}
