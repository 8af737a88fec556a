/** Abbreviations after which a full stop does not end a sentence. */
const shortened =
  /(?:^|[\s([])(?:e\.g|i\.e|etc|vs|approx|inc|ltd|corp|co|no|nr|st|mr|mrs|ms|dr|prof|z\.\s?b|d\.\s?h|u\.\s?a|bzw|ca|ggf|p\.\s?ej|[\p{L}])\.$/iu;
const boundary = /[.!?…]["'”’)\]*_]*(?:\s+)|[。！？]["”’）】]*\s*/gu;

export type Span = { start: number; end: number };

/** Returns the positions of the sentences in one line, in order, without the space between them. */
export function sentenceSpans(text: string, from = 0, to = text.length): Span[] {
  const spans: Span[] = [];
  let start = from;
  const add = (end: number): void => {
    const piece = text.slice(start, end);
    const lead = piece.length - piece.trimStart().length;
    const { length } = piece.trim();
    if (length > 0) spans.push({ start: start + lead, end: start + lead + length });
    start = end;
  };
  const line = text.slice(from, to);
  for (const match of line.matchAll(boundary)) {
    const at = from + match.index;
    const isFullStop = match[0].startsWith('.');
    const next = text.charAt(at + match[0].length);
    const before = text.slice(start, at + 1);
    // The number of a list item does not end a sentence.
    if (isFullStop && (shortened.test(before) || /^\s*\d{1,3}\.$/.test(before) || /\p{Ll}/u.test(next))) continue;
    add(at + match[0].length);
  }
  add(to);
  return spans;
}

/** Splits a text into sentences; every line end also ends one. */
export function sentencesOf(text: string): string[] {
  return lineSpans(text).flatMap(({ start, end }) =>
    sentenceSpans(text, start, end).map((span) => text.slice(span.start, span.end)),
  );
}

export function lineSpans(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    if (line.trim() !== '') spans.push({ start, end: start + line.length });
    start += line.length + 1;
  }
  return spans;
}
