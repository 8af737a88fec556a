import type { KeywordResult } from '../../../../src/contract/wireTypes.ts';

export type Citation = KeywordResult['citations'][number];
/** A range of the saved text for which a page is cited; `number` is the page's in the list of sources. */
export type Span = { start: number; end: number; number: number; citation: Citation };
export type Piece = { start: number; text: string; cited: Span | null };

/**
 * Lists cited spans of the text, in order. Overlapping or impossible ones are left out: the list of sources contains
 * them all.
 */
export function listSpans(text: string, citations: readonly Citation[]): Span[] {
  const numbers = numbersOf(citations);
  const possible = citations
    .flatMap((citation) =>
      citation.startIndex === null || citation.endIndex === null
        ? []
        : [
            {
              start: citation.startIndex,
              end: citation.endIndex,
              number: numbers.get(citation.url) ?? 0,
              citation,
            },
          ],
    )
    .filter(({ start, end }) => start >= 0 && end > start && end <= text.length)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const spans: Span[] = [];
  for (const span of possible) if (span.start >= (spans.at(-1)?.end ?? 0)) spans.push(span);
  return spans;
}

/** Numbers pages in the order in which the answer first cites them. */
export function numbersOf(citations: readonly Citation[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { url } of citations) if (!numbers.has(url)) numbers.set(url, numbers.size + 1);
  return numbers;
}

/** Splits a range of the text where spans begin and end. */
export function listPieces(text: string, spans: readonly Span[], from = 0, to = text.length): Piece[] {
  const pieces: Piece[] = [];
  let at = from;
  for (const span of spans) {
    const [start, end] = [Math.max(span.start, from), Math.min(span.end, to)];
    if (end <= at || start >= to) continue;
    if (start > at) pieces.push({ start: at, text: text.slice(at, start), cited: null });
    pieces.push({ start, text: text.slice(start, end), cited: span });
    at = end;
  }
  if (at < to) pieces.push({ start: at, text: text.slice(at, to), cited: null });
  return pieces;
}
