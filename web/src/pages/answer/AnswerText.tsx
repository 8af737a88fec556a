import { Fragment, type ReactNode, useState } from 'react';
import type { KeywordResult } from '../../../../src/contract/wireTypes.ts';
import { Button } from '../../ui/Button.tsx';
import { shownUrl } from '../../ui/Outbound.tsx';

type Citation = KeywordResult['citations'][number];
export type Piece = { start: number; text: string; cited: { number: number; citation: Citation } | null };

/** Cuts the text at its citations. Overlapping or impossible spans are left as plain text: the list below has them all. */
function piecesOf(text: string, citations: readonly Citation[]): Piece[] {
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

const linkMark = /\[([^\][\n]{1,200})\]\(https?:\/\/[^\s()]{1,2000}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?\)/g;
const boldMark = /\*\*([^*\n]{1,300})\*\*/g;

/** The words of a marked link without its address; the address stands in the list of sources, where it is checked. */
function withoutLinkMarks(text: string): string {
  return text.replace(linkMark, '$1');
}

/** The words alone, for comparing two answers. */
export function plainText(text: string): string {
  return withoutLinkMarks(text).replace(boldMark, '$1');
}

/** Words that the answer set in bold, as plain text in a heavier weight: no markup of the answer is ever interpreted. */
function withoutMarks(text: string): ReactNode[] {
  const plain = withoutLinkMarks(text);
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of plain.matchAll(boldMark)) {
    if (match.index > at) parts.push(plain.slice(at, match.index));
    parts.push(
      <span key={match.index} className="font-semibold">
        {match[1]}
      </span>,
    );
    at = match.index + match[0].length;
  }
  parts.push(plain.slice(at));
  return parts;
}

/** The saved text. Nothing in it becomes a link, a picture or markup; citations are marked where they stand. */
export function AnswerText({ result }: { result: KeywordResult }) {
  const [isExact, setExact] = useState(false);
  return (
    <>
      <div className="measure whitespace-pre-wrap break-words rounded-box border border-line bg-raised px-5 py-4">
        <bdi>
          {piecesOf(result.text, result.citations).map((piece) =>
            piece.cited === null ? (
              <Fragment key={piece.start}>{isExact ? piece.text : withoutMarks(piece.text)}</Fragment>
            ) : (
              <Cited key={piece.start} piece={piece} cited={piece.cited} isExact={isExact} />
            ),
          )}
        </bdi>
      </div>
      <Button
        small
        kind="quiet"
        className="screen-only mt-2 -ml-2.5"
        aria-pressed={isExact}
        onClick={() => setExact(!isExact)}
      >
        {isExact ? 'Easier to read' : 'Letter by letter, as the provider sent it'}
      </Button>
    </>
  );
}

function Cited({ piece, cited, isExact }: { piece: Piece; cited: NonNullable<Piece['cited']>; isExact: boolean }) {
  const { number, citation } = cited;
  return (
    <span className="rounded-[3px] bg-accent-wash" title={citation.title ?? shownUrl(citation.url)}>
      {isExact ? piece.text : withoutMarks(piece.text.replace(/^\((.*)\)$/s, '$1'))}
      <a
        href={`#source-${number}`}
        className="link ml-0.5 align-super font-medium text-[0.6875rem]"
        aria-label={`Source ${number}`}
      >
        {number}
      </a>
    </span>
  );
}
