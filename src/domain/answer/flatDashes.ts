import { isFunctionWord } from './names.ts';
import { hasCaselessLetters } from './titleWords.ts';

/** A line of this length, with this many dashes between heads and explanations, was originally several lines. */
const flat = { length: 400, heads: 3 };
const maxWords = 12;

type Word = { text: string; start: number };

/**
 * Returns true for a word that may be part of a name: a capital, a figure, a dot or capital within, or a script without
 * capitals.
 */
function isNameWord(word: string): boolean {
  return /^[^\p{L}\p{N}]*[\p{Lu}\p{N}]|\p{Ll}\p{Lu}|\p{L}\.\p{L}/u.test(word) || hasCaselessLetters(word);
}

/**
 * Returns the words before an offset, nearest first, bracketed remarks as one word; at most `maxWords` within 160
 * characters.
 */
function wordsBefore(text: string, from: number, at: number): Word[] {
  const base = Math.max(from, at - 160);
  const matches = [...text.slice(base, at).matchAll(/\([^()]{0,80}\)[.,;:]?|\S+/g)].map((match) => ({
    text: match[0],
    start: base + match.index,
  }));
  return matches.reverse().slice(0, maxWords);
}

/** Returns the start of the head that ends at a dash, or -1 if no name precedes the dash. */
function headStart(text: string, from: number, dash: number): number {
  const words = wordsBefore(text, from, dash);
  let start = -1;
  let lower = 0;
  for (const [index, word] of words.entries()) {
    const bracketed = word.text.startsWith('(');
    // A remark right before the dash belongs to the name; one further back ends the previous text.
    if (bracketed && index > 0) break;
    if (
      !bracketed &&
      /[.!?:;。！？：|]["”)]?$|[)\]]$/u.test(word.text) &&
      !/^(?:Inc|Co|Ltd|Corp|Dr|St|Mr|\p{Lu})\.$/u.test(word.text)
    ) {
      if (index === 0) return -1;
      break;
    }
    if (bracketed) start = word.start;
    else if (isNameWord(word.text)) {
      start = word.start;
      lower = 0;
    } else if (/^[&+/]$/.test(word.text) || isFunctionWord(word.text)) {
      if (index === 0) return -1;
    } else {
      // "Acme voices –": a name may end in two common words if only a sentence's end precedes it.
      lower += 1;
      if (start >= 0 && !startsTail(words, index, text)) break;
      if (lower > 2) break;
    }
  }
  const first = words.find((word) => word.start === start);
  if (first === undefined) return -1;
  const tail = words.slice(0, words.indexOf(first));
  const common = tail.filter(
    (word) => !isNameWord(word.text) && !word.text.startsWith('(') && /\p{L}/u.test(word.text),
  );
  return common.length > 3 ? -1 : start;
}

/** Common words belong to a name only at its end, so a common word further back ends the search. */
function startsTail(words: readonly Word[], index: number, _text: string): boolean {
  return words.slice(0, index).every((word) => !isNameWord(word.text) || word.text.startsWith('('));
}

/**
 * Finds the starts of heads that a dash separates from their explanation ("Acme Pad – light"), in a stretch that lost
 * its line breaks and its marks. Empty if the stretch is short or has few of them. Offsets of `text`, ascending.
 */
export function flatDashHeads(text: string, start: number, end: number): number[] {
  if (end - start < flat.length) return [];
  const stretch = text.slice(start, end);
  for (const dash of [/\s[–—](?=\s)/g, /\s-(?=\s)/g]) {
    const heads = [...stretch.matchAll(dash)]
      .slice(0, 400)
      .map((match) => headStart(text, start, start + match.index))
      .filter((head) => head >= 0);
    const results = [...new Set(heads)];
    if (results.length >= flat.heads) return results;
  }
  return [];
}
