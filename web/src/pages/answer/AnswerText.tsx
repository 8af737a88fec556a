import type { KeywordResult } from '../../../../src/api/wireTypes.ts';
import { shownUrl } from '../../ui/Outbound.tsx';

type Citation = KeywordResult['citations'][number];
type Piece = { start: number; text: string; cited: { number: number; citation: Citation } | null };

/** Cuts the text at its citations. Overlapping or impossible spans are left as plain text: the list below has them all. */
export function piecesOf(text: string, citations: readonly Citation[]): Piece[] {
  const numbers = numbersOf(citations);
  const spans = citations
    .flatMap((citation) =>
      citation.startIndex === null || citation.endIndex === null
        ? []
        : [{ start: citation.startIndex, end: citation.endIndex, citation }],
    )
    .filter(({ start, end }) => start >= 0 && end > start && end <= text.length)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end, citation } of spans) {
    if (start < at) continue;
    if (start > at) pieces.push({ start: at, text: text.slice(at, start), cited: null });
    pieces.push({ start, text: text.slice(start, end), cited: { number: numbers.get(citation.url) ?? 0, citation } });
    at = end;
  }
  if (at < text.length) pieces.push({ start: at, text: text.slice(at), cited: null });
  return pieces;
}

/** One number a page, in the order in which the answer first cites it. */
export function numbersOf(citations: readonly Citation[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { url } of citations) if (!numbers.has(url)) numbers.set(url, numbers.size + 1);
  return numbers;
}

/** The saved text as it is, letter by letter: nothing in it becomes a link, a picture or markup. Citations are marked where they stand. */
export function AnswerText({ result }: { result: KeywordResult }) {
  return (
    <div className="measure whitespace-pre-wrap break-words rounded-box border border-line bg-raised px-5 py-4">
      {piecesOf(result.text, result.citations).map((piece) =>
        piece.cited === null ? (
          piece.text
        ) : (
          <span
            key={piece.start}
            className="rounded-[3px] bg-accent-wash"
            title={piece.cited.citation.title ?? shownUrl(piece.cited.citation.url)}
          >
            {piece.text}
            <a
              href={`#source-${piece.cited.number}`}
              className="ml-0.5 align-super font-medium text-[0.6875rem] text-accent"
              aria-label={`Source ${piece.cited.number}`}
            >
              {piece.cited.number}
            </a>
          </span>
        ),
      )}
    </div>
  );
}
