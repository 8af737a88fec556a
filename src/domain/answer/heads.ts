import type { Link } from './answerLinks.ts';
import { linksWithin } from './answerLinks.ts';

/** Form of a head: a link or bold is a stronger sign of a name than plain words. */
type HeadForm = 'link' | 'bold' | 'plain';

/** First words of a line, parsed. Offsets are UTF-16 code units of the text. */
export type Head = {
  start: number;
  end: number;
  form: HeadForm;
  /** The head ends with a colon: `Label: …`. */
  colon: boolean;
  /** A dash separates the head from its reason. */
  dash: boolean;
  /** Offset at which the rest of the line starts. */
  rest: number;
  number: number | null;
  /** The head is bold, whatever its form. */
  bold: boolean;
  link: Link | null;
};

const maxHeadLength = 220;
const decoration =
  /^(?:\s|\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\uFE0F|\uFE0E|\u200D|[\u27A4\u25B6\u25BA\u2713\u2714\u2022\u2605\u2606\u2192\u00B7])+/u;
const numbering = /^(?:#|No\.\s?)?(\d{1,3})(?:[.)．、]|\uFE0F?\u20E3|:)(?=\s|\*|\[|$)\s*/iu;
/** A colon without a space after it counts next to a script that has no spaces. */
const narrowColon = /:(?=\p{Lo})|(?<=\p{Lo}):(?=[\p{L}\d])/u;
const separator =
  /:(?=\s|$|\*)|：|\s(?=(?:Open now|Open 24 hours|Closed(?: now)?|Permanently closed|Geöffnet|Geschlossen|Ouvert|Fermé|Abierto|Cerrado|Aperto|Chiuso|Aberto|Fechado|Açık|Kapalı)\s·\s)|\s[–—―-]+\s|\s?[—–]\s|\s?→\s?|\s\|\s|\s\(?~?\\?[$€£]\s?\d|\(\[|\s\*{1,2}(?=[\p{Lu}\d$~\\])|(?<=\p{L}{4}|\)|\d)\.\s(?=[A-Z"'“])/u;

function skipDecoration(text: string, from: number, end: number): { at: number; number: number | null; bold: boolean } {
  let at = from;
  let number: number | null = null;
  let bold = false;
  for (let round = 0; round < 8; round += 1) {
    const piece = text.slice(at, Math.min(end, at + 40));
    const skipped = decoration.exec(piece)?.[0].length ?? 0;
    const digits: RegExpExecArray | null = number === null ? numbering.exec(piece.slice(skipped)) : null;
    const marks = /^[*_]{1,3}(?=\S)/.exec(piece.slice(skipped + (digits?.[0].length ?? 0)));
    const step = skipped + (digits?.[0].length ?? 0) + (marks?.[0].length ?? 0);
    if (digits?.[1] !== undefined) number = Number(digits[1]);
    if (marks !== null && marks[0].length >= 2) bold = true;
    if (step === 0) break;
    at += step;
  }
  return { at: Math.min(at, end), number, bold };
}

const isColon = (character: string | undefined): boolean => character === ':' || character === '：';

/** Passes closing marks and white space, then a colon or a dash. */
function readSeparator(text: string, from: number, end: number): { rest: number; colon: boolean; dash: boolean } {
  const piece = text.slice(from, Math.min(end, from + 30));
  const match = /^[\s*_)\]]*(?:([:：])|([–—―→]|-(?=\s)))?[\s*_]*/u.exec(piece);
  return { rest: from + (match?.[0].length ?? 0), colon: match?.[1] !== undefined, dash: match?.[2] !== undefined };
}

/** Returns the first separator outside brackets; a bracket that never closes is ignored. */
function separatorOf(window: string): RegExpExecArray | null {
  const spaced = separator.exec(window);
  const narrow = narrowColon.exec(window);
  const first = narrow !== null && narrow.index < (spaced?.index ?? window.length) ? narrow : spaced;
  if (first === null || !/[-–—―]/.test(first[0])) return first;
  const opened = window.lastIndexOf('(', first.index);
  const closed = opened < 0 ? -1 : window.indexOf(')', opened);
  if (opened < 0 || closed < first.index || window.slice(opened, first.index).includes(')')) return first;
  const behind = separator.exec(window.slice(closed + 1));
  if (behind !== null) behind.index += closed + 1;
  return behind;
}

/** Parses the head of a line: decoration, number, then a link, a bold run, or the words before a separator. */
export function readHead(text: string, start: number, end: number, links: readonly Link[]): Head {
  const { at, number, bold } = skipDecoration(text, start, end);
  const link =
    text[at] === '[' ? linksWithin(links, at, Math.min(end, at + 5000)).find((one) => one.start === at) : undefined;
  if (link !== undefined) {
    const colonInside = isColon(text[link.textEnd - 1]);
    const after = readSeparator(text, link.end, end);
    return {
      start: link.textStart,
      end: link.textEnd,
      form: 'link',
      colon: colonInside || after.colon,
      dash: after.dash,
      rest: after.rest,
      number,
      bold,
      link,
    };
  }
  const window = text.slice(at, Math.min(end, at + maxHeadLength + (bold ? 5000 : 0)));
  if (bold) {
    const close = /\*\*|__/.exec(window)?.index ?? -1;
    if (close > 0) {
      const colonInside = isColon(text[at + close - 1]);
      const inside = /\s[–—]\s{1,3}/.exec(window.slice(0, close));
      if (inside !== null && inside.index > 1) {
        const rest = at + inside.index + inside[0].length;
        return {
          start: at,
          end: at + inside.index,
          form: 'bold',
          colon: false,
          dash: true,
          rest,
          number,
          bold,
          link: null,
        };
      }
      const after = readSeparator(text, at + close, end);
      const head = {
        start: at,
        end: at + close - (colonInside ? 1 : 0),
        form: 'bold' as const,
        number,
        bold,
        link: null,
      };
      return { ...head, colon: colonInside || after.colon, dash: after.dash, rest: after.rest };
    }
  }
  const cut = separatorOf(window.slice(0, maxHeadLength));
  const headEnd = cut === null ? Math.min(end, at + maxHeadLength) : at + cut.index;
  const after = readSeparator(text, headEnd, end);
  return { start: at, end: headEnd, form: bold ? 'bold' : 'plain', ...after, number, bold, link: null };
}
