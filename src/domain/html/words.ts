/**
 * Counts words without a dictionary. A word is a run of letters and digits, possibly joined by an apostrophe or hyphen.
 * Scripts written without spaces are estimated: two characters a word for Han and kana, four for Thai, Lao, Khmer and
 * Myanmar.
 */
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
const asciiOnly = /^[\0-\x7f]*$/;
const asciiWord = /[a-z0-9]+(?:['-][a-z0-9]+)*/gi;
const hanOrKana = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]+/gu;
const southEastAsian = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function runs(text: string, pattern: RegExp): string[] {
  return text.match(pattern) ?? [];
}

/** Counts words of ASCII text in a single pass; returns -1 at the first other character. */
function countAsciiWords(text: string): number {
  let count = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return -1;
    const letter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
    if (letter && !inWord) count += 1;
    if (!letter && inWord && (code === 39 || code === 45)) {
      const next = text.charCodeAt(at + 1);
      inWord = (next >= 97 && next <= 122) || (next >= 65 && next <= 90) || (next >= 48 && next <= 57);
    } else inWord = letter;
  }
  return count;
}

export function countWords(text: string): number {
  const ascii = countAsciiWords(text);
  if (ascii >= 0) return ascii;
  if (!unspaced.test(text)) return runs(text, word).length;
  let count = 0;
  for (const run of runs(text, hanOrKana)) count += Math.ceil([...run].length / 2);
  for (const run of runs(text, southEastAsian)) count += Math.ceil([...run].length / 4);
  return count + runs(text.replace(hanOrKana, ' ').replace(southEastAsian, ' '), word).length;
}

/**
 * Splits a text into lower-case tokens, to compare two texts. Unspaced runs become overlapping pairs, so that a shift
 * changes little.
 */
export function tokens(text: string): string[] {
  if (asciiOnly.test(text)) return runs(text.toLowerCase(), asciiWord);
  const lower = text.toLowerCase();
  if (!unspaced.test(lower)) return runs(lower, word);
  const out: string[] = [];
  for (const pattern of [hanOrKana, southEastAsian]) {
    for (const run of runs(lower, pattern)) {
      const characters = [...run];
      if (characters.length === 1) out.push(run);
      for (let at = 1; at < characters.length; at += 1) out.push(`${characters[at - 1]}${characters[at]}`);
    }
  }
  out.push(...runs(lower.replace(hanOrKana, ' ').replace(southEastAsian, ' '), word));
  return out;
}

/** ASCII letters in lower case and digits by code; 0 for characters outside words. */
const wordCodes = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 65 && code <= 90) return code + 32;
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) ? code : 0;
});

/**
 * Hashes a text's tokens, in order, as signed 32-bit FNV-1a. ASCII text, the typical case, is read by character without
 * creating strings; the result equals that of hashing `tokens(text)`.
 */
export function tokenHashes(text: string): number[] {
  const out: number[] = [];
  let value = fnvStart;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127) return tokens(text).map(fnv);
    const letter = wordCodes[code] ?? 0;
    if (letter !== 0) {
      value = Math.imul(value ^ letter, fnvPrime);
      inWord = true;
    } else if (inWord) {
      const joins = (code === 39 || code === 45) && at + 1 < text.length && isWordCode(text.charCodeAt(at + 1));
      if (joins) value = Math.imul(value ^ code, fnvPrime);
      else {
        out.push(value);
        value = fnvStart;
        inWord = false;
      }
    }
  }
  if (inWord) out.push(value);
  return out;
}

function isWordCode(code: number): boolean {
  return code < 128 && wordCodes[code] !== 0;
}

const fnvPrime = 0x01000193;
/** 0x811c9dc5 as a signed number, which JavaScript engines do not allocate on the heap. */
const fnvStart = -2128831035;

function fnv(text: string): number {
  let value = fnvStart;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), fnvPrime);
  return value;
}

/**
 * Returns the first `count` words of a text with their punctuation, split at white space; at most 40 characters a word.
 */
export function firstWords(text: string, count: number): string {
  const pieces = text.slice(0, count * 40).split(/\s+/);
  let seenCount = 0;
  const keptItems: string[] = [];
  for (const piece of pieces) {
    if (seenCount >= count) break;
    seenCount += countWords(piece);
    keptItems.push(piece);
  }
  return keptItems.join(' ').trim();
}

/**
 * Returns the share of the target's tokens that the text also contains, counted with multiplicity; 1 for an empty
 * target.
 */
export function tokenOverlap(text: string, target: string): number {
  const stock = new Map<string, number>();
  for (const token of tokens(text)) stock.set(token, (stock.get(token) ?? 0) + 1);
  const wantedTokens = tokens(target);
  if (wantedTokens.length === 0) return 1;
  let shared = 0;
  for (const token of wantedTokens) {
    const remaining = stock.get(token) ?? 0;
    if (remaining === 0) continue;
    stock.set(token, remaining - 1);
    shared += 1;
  }
  return shared / wantedTokens.length;
}
