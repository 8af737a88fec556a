import { textForm } from './nameForm.ts';
import { isNamedIn, type RegisteredName, searchedText } from './registeredNames.ts';

/** A range of a text in which a name appears: UTF-16 code units, `end` excluded. */
export type Occurrence = { start: number; end: number };

const maxOccurrences = 200;

/** Folds the letters and digits of a text, each with its original position. */
function foldedLetters(text: string): { letters: string; places: number[] } {
  let letters = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code < 0x80) {
      const folded = foldedAscii(code);
      if (folded !== '') {
        letters += folded;
        places.push(at);
      }
      at += 1;
      continue;
    }
    const size = code >= 0xd800 && code <= 0xdbff ? 2 : 1;
    const folded = foldedSign(text.slice(at, at + size));
    for (let index = 0; index < folded.length; index += 1) places.push(at);
    letters += folded;
    at += size;
  }
  return { letters, places };
}

function foldedAscii(code: number): string {
  if (code >= 0x41 && code <= 0x5a) return String.fromCharCode(code + 32);
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) ? String.fromCharCode(code) : '';
}

const foldedSigns = new Map<string, string>();

function foldedSign(sign: string): string {
  const cached = foldedSigns.get(sign);
  if (cached !== undefined) return cached;
  // A separate accent belongs to the letter before it.
  const fresh = /^[\u0300-\u036f]$/.test(sign) ? '' : textForm(sign).replace(/[ +]/g, '');
  if (foldedSigns.size > 20_000) foldedSigns.clear();
  foldedSigns.set(sign, fresh);
  return fresh;
}

/**
 * Finds every range in which one of the names appears as whole words by the rules of `isNamedIn`, in text order; of
 * overlapping ranges the longer one. Ranges inside one of `hidden` (other companies' names that contain one of these)
 * are left out.
 */
export function findOccurrences(
  text: string,
  names: readonly RegisteredName[],
  hidden: readonly RegisteredName[],
): Occurrence[] {
  const { letters, places } = foldedLetters(text);
  const hits = (target: readonly RegisteredName[]): Occurrence[] =>
    target.flatMap((name) => findPlaces(text, letters, places, name));
  const away = hidden.length === 0 ? [] : hits(hidden);
  const all = hits(names)
    .filter((one) => !away.some((other) => other.start <= one.start && other.end >= one.end))
    .sort((one, other) => one.start - other.start || other.end - one.end);
  const longest: Occurrence[] = [];
  for (const one of all) {
    const last = longest.at(-1);
    if (last !== undefined && one.start < last.end) {
      if (one.end > last.end) longest[longest.length - 1] = { start: last.start, end: one.end };
    } else longest.push(one);
  }
  return longest.slice(0, maxOccurrences);
}

function findPlaces(text: string, letters: string, places: readonly number[], name: RegisteredName): Occurrence[] {
  const target = name.form.replace(/[ +]/g, '');
  const hits: Occurrence[] = [];
  if (target === '') return hits;
  for (
    let at = letters.indexOf(target);
    at >= 0 && hits.length < maxOccurrences;
    at = letters.indexOf(target, at + 1)
  ) {
    const start = places[at] ?? 0;
    const last = places[at + target.length - 1] ?? start;
    const end = last + ((text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1);
    if (end - start > target.length * 2 + 12) continue;
    const around = text.slice(wordStart(text, start), wordEnd(text, end));
    if (isNamedIn(searchedText(around), name)) hits.push({ start, end });
  }
  return hits;
}

const inWord = /[\p{L}\p{N}\p{M}+]/u;
const maxAffix = 12;

function wordStart(text: string, start: number): number {
  let at = start;
  while (at > 0 && start - at < maxAffix && inWord.test(text.charAt(at - 1))) at -= 1;
  return at;
}

function wordEnd(text: string, end: number): number {
  let at = end;
  while (at < text.length && at - end < maxAffix && inWord.test(text.charAt(at))) at += 1;
  return at;
}
