import { countWords } from './words.ts';

/** A piece of text, looked at once: with single spaces, and with what its surroundings need to know of it. */
export type ScannedText = {
  text: string;
  words: number;
  /** Commas of Latin, CJK, full-width and Arabic writing. */
  commas: number;
  /** Whether the first and the last character belong to a word. */
  starts: boolean;
  ends: boolean;
};

const wordCharacter = /[\p{L}\p{N}\p{Cs}]/u;
const otherCommas = /[、，،]/g;

function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

function scanSlowly(whole: string): ScannedText {
  const text = whole.replace(/\s+/g, ' ');
  return {
    text,
    words: countWords(text),
    commas: text.split(',').length - 1 + (text.match(otherCommas)?.length ?? 0),
    starts: wordCharacter.test(text.charAt(0)),
    ends: wordCharacter.test(text.charAt(text.length - 1)),
  };
}

/** The same as `scanSlowly`, in one pass over the characters, for ASCII text without white space to collapse. */
export function scanText(whole: string): ScannedText {
  let words = 0;
  let commas = 0;
  let inWord = false;
  let space = false;
  for (let at = 0; at < whole.length; at += 1) {
    const code = whole.charCodeAt(at);
    if (code > 0x7f) return scanSlowly(whole);
    if (isAsciiLetter(code)) {
      if (!inWord) words += 1;
      inWord = true;
      space = false;
      continue;
    }
    if (code <= 32) {
      if (space || code !== 32) return scanSlowly(whole);
      space = true;
    } else space = false;
    if (code === 44) commas += 1;
    inWord = inWord && (code === 39 || code === 45) && isAsciiLetter(whole.charCodeAt(at + 1));
  }
  const starts = isAsciiLetter(whole.charCodeAt(0));
  return { text: whole, words, commas, starts, ends: isAsciiLetter(whole.charCodeAt(whole.length - 1)) };
}
