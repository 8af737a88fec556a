import type { NameSpan } from './names.ts';
import { cleanName, isFunctionWord, nameLikeness } from './names.ts';
import { cues, isTitle } from './phrases.ts';
import { nearestCue, plainWords } from './sentenceCues.ts';
import { languageOf } from './textLanguage.ts';
import { hasCaselessLetters } from './titleWords.ts';

const marked = /\*\*([^*\n]{2,80})\*\*|[「『“„«]([^」』”“»\n]{2,60})[」』”“»]/g;
const capitalised = /(?<![\p{L}\p{N}.'’-])\p{Lu}[\p{L}\p{N}.+&'’-]*(?: \p{Lu}[\p{L}\p{N}.+&'’-]*){0,4}/gu;
const maxPieces = 800;
/** German nouns for a kind of thing, used before its name. */
const kinds =
  /^(?:Anbieter|App|Dienst|Firma|Gerät|Hersteller|Marke|Modell|Portal|Produkt|Programm|Shop|Software|Tool)$/u;
const shortText = 250;
const struckThrough = /~~[*_\s]{0,4}$/;

/** Returns true if a sentence has words that advise against something or say that it no longer exists. */
export function isRejecting(sentence: string, language: string): boolean {
  const plain = plainWords(sentence);
  return cues('againstBefore', language).test(plain) || cues('againstAfter', language).test(plain);
}

/** Judges the text around a name: true if it is struck through, or the words next to it advise against it. */
export function isRejected(text: string, { start, end }: Pick<NameSpan, 'start' | 'end'>, language: string): boolean {
  const before = text.slice(Math.max(0, start - 60), start);
  if (struckThrough.test(before.slice(-6)) || text.slice(start, end).includes('~~')) return true;
  const [behind = ''] = text.slice(end, end + 90).split(/\n|[.;](?=\s)/, 1);
  return isAdvisedAgainst(before.slice(before.lastIndexOf('\n') + 1), behind, language);
}

/** Returns true if the nearest words around a name advise against it. */
export function isAdvisedAgainst(before: string, behind: string, language: string): boolean {
  const cue = nearestCue(plainWords(before).trimEnd(), plainWords(behind), language);
  return cue?.role === 'advised_against' && cue.strong;
}

/**
 * Returns the names that sentences advise against: set apart in bold or quotes, otherwise the capitalised words of the
 * sentence.
 */
export function readRejections(text: string, language: string): NameSpan[] {
  const spans: NameSpan[] = [];
  let start = 0;
  let pieces = 0;
  // A short text has too few common words to reveal its language; the sentence itself may have more.
  const languageIn = (from: number, to: number): string =>
    text.length < shortText ? languageOf(text.slice(from, to)) : language;
  for (const match of text.matchAll(/[.!?;](?:\*\*)?(?=\s)|[。！？]|\n/g)) {
    const end = match.index + match[0].length;
    spans.push(...rejectedIn(text, start, end, languageIn(start, end)));
    start = end;
    pieces += 1;
    if (pieces > maxPieces) return spans;
  }
  spans.push(...rejectedIn(text, start, text.length, languageIn(start, text.length)));
  return spans;
}

function rejectedIn(text: string, start: number, end: number, language: string): NameSpan[] {
  if (end - start > 1200 || end - start < 6) return [];
  const piece = text.slice(start, end);
  if (/^\s*(?:#{1,6}\s|\|)/.test(piece) || !(isLabelled(piece) || isRejecting(piece, language))) return [];
  const spans = [...piece.matchAll(marked)].map((match) => {
    const inside = match[1] ?? match[2] ?? '';
    const from = start + match.index + match[0].indexOf(inside);
    return cleanName(text, from, from + inside.length);
  });
  if (spans.length === 0 && !hasCaselessLetters(piece)) spans.push(...capitalisedIn(text, start, piece));
  return spans
    .filter(({ name }) => name !== '' && nameLikeness(name) >= 0.75)
    .filter(
      (span) =>
        isLabelled(piece) || isAdvisedAgainst(text.slice(start, span.start), text.slice(span.end, end), language),
    )
    .slice(0, 3);
}

/** "Best avoided: **Acme**", in any language. */
function isLabelled(piece: string): boolean {
  const label = /^[^:：\n]{2,40}[:：]/u.exec(piece.trim())?.[0];
  return label !== undefined && isTitle('avoid', label) && /\*\*|\p{Lu}/u.test(piece.slice(label.length));
}

function capitalisedIn(text: string, start: number, piece: string): NameSpan[] {
  return [...piece.matchAll(capitalised)].map((match) => {
    const words = match[0].replace(/[.,]+$/, '').split(' ');
    const first = words.findIndex((word) => word.length > 1 && !isFunctionWord(word) && !kinds.test(word));
    const name = first < 0 ? '' : words.slice(first).join(' ');
    const from = start + match.index + (first < 0 ? 0 : words.slice(0, first).join(' ').length + (first > 0 ? 1 : 0));
    return cleanName(text, from, from + name.length);
  });
}
