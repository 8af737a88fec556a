import { countWords } from './words.ts';

/** Piece of text, scanned once: with single spaces, and with the properties needed to join it with its neighbours. */
export type ScannedText = {
  text: string;
  /** Flags from its ancestors. */
  flags: number;
  words: number;
  /** Commas of Latin, CJK, full-width and Arabic writing. */
  commas: number;
  /** True if the first (or last) character belongs to a word. */
  starts: boolean;
  ends: boolean;
};

const wordCharacter = /[\p{L}\p{N}\p{Cs}]/u;
const anyComma = /[,、，،]/g;

function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

function scanSlowly(text: string, flags: number): ScannedText {
  return {
    text,
    flags,
    words: countWords(text),
    commas: text.match(anyComma)?.length ?? 0,
    starts: wordCharacter.test(text.charAt(0)),
    ends: wordCharacter.test(text.charAt(text.length - 1)),
  };
}

/** White space of `\s` within ASCII, other than a space. */
function isOtherSpace(code: number): boolean {
  return code >= 9 && code <= 13;
}

/** Scans ASCII text in one pass over the characters, and other text like `scanSlowly`. */
export function scanText(whole: string, flags = 0): ScannedText {
  let words = 0;
  let commas = 0;
  let inWord = false;
  let space = false;
  for (let at = 0; at < whole.length; at += 1) {
    const code = whole.charCodeAt(at);
    if (isAsciiLetter(code)) {
      if (!inWord) words += 1;
      inWord = true;
      space = false;
      continue;
    }
    if (code > 0x7f) return scanSlowly(whole.replace(/\s+/g, ' '), flags);
    if (isOtherSpace(code) || (code === 32 && space)) return scanText(whole.replace(/\s+/g, ' '), flags);
    space = code === 32;
    if (code === 44) commas += 1;
    inWord = inWord && (code === 39 || code === 45) && isAsciiLetter(whole.charCodeAt(at + 1));
  }
  const starts = isAsciiLetter(whole.charCodeAt(0));
  return { text: whole, flags, words, commas, starts, ends: isAsciiLetter(whole.charCodeAt(whole.length - 1)) };
}

const untidy = /[^\S ]|\s\s/;

/** Trims a text and collapses its white space. */
export function cleanText(text: string): string {
  return (untidy.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}
