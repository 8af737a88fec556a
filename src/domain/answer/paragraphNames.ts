import { endsSentence, withoutCitations } from './endsSentence.ts';
import { holdsChips, opensSection } from './headSupport.ts';
import type { Line } from './lines.ts';
import { isFunctionWord, nameLikeness, opensSentence } from './names.ts';

/** Finds names on separate lines right above the sentences about them; a single one is not a pattern. */
export function paragraphOpeners(text: string, lines: readonly Line[]): Set<Line> {
  const isCopied = holdsChips(text);
  const matches = lines.filter((line, index) => {
    const next = lines[index + 1];
    if (line.kind !== 'text' || line.cut || line.end - line.start > 60) return false;
    if (!line.blankBefore && !(isCopied && opensSection(line, text))) return false;
    if (
      next === undefined ||
      next.kind !== 'text' ||
      next.blankBefore ||
      !endsSentence(withoutCitations(text.slice(next.start, next.end)))
    )
      return false;
    const name = text.slice(line.start, line.end);
    const asks = /[?？]$/.test(text.slice(next.start, next.end).trimEnd());
    return !asks && /^\p{Ll}{0,3}[\p{Lu}\d]/u.test(name) && !/[.!?:;,*]$/.test(name) && nameLikeness(name) >= 0.75;
  });
  return new Set(matches.length > 1 ? matches : []);
}

const maxOpening = 200;
const minParagraph = 80;

/** Returns the first words of a paragraph, each with its start and end. */
function openingWords(text: string, { start, end }: Line): { word: string; start: number; end: number }[] {
  return [...text.slice(start, Math.min(end, start + maxOpening)).matchAll(/\S+/g)].map((match) => ({
    word: match[0],
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));
}

/** Capitalised words that always open a sentence. */
const onlyOpens = /^(?:An?|This|It|Its|Features?|Offers?|Provides?|Known|Has|Comes|Includes?|[\p{Lu}]\p{Ll}{3,20}ed)$/u;
const isLowerCase = (word: string): boolean => /^[^\p{L}\p{N}]*\p{Ll}/u.test(word);

/**
 * Finds the end of the name that begins a paragraph although its sentence starts after it: "Tarn Pocket 9 A light bike
 * that folds." Null for a sentence that is complete from its first word. `sure`: the word after the name can only open
 * a sentence.
 */
function runOnName(text: string, line: Line): { end: number; sure: boolean } | null {
  const words = openingWords(text, line);
  const lower = words.findIndex(({ word }) => isLowerCase(word) && !isFunctionWord(word));
  if (lower < 2 || lower > 9) return null;
  const surely = words.slice(0, lower).findIndex(({ word }, index) => index > 0 && onlyOpens.test(word));
  let opens = surely > 0 ? surely : lower - 1;
  while (opens > 1 && isLowerCase(words[opens]?.word ?? '')) opens -= 1;
  const last = words[opens - 1];
  const first = words[opens]?.word ?? '';
  if (last === undefined || /[.!?:;,]$/.test(last.word) || /[:;,]$/.test(first)) return null;
  const name = text.slice(line.start, last.end);
  if (!/^[\p{Lu}\d]/u.test(name) || nameLikeness(name) < 0.75) return null;
  if (words.slice(0, opens).some(({ word }) => isLowerCase(word) && !isFunctionWord(word))) return null;
  return { end: last.end, sure: surely > 0 || opensSentence(first) };
}

/**
 * Finds paragraphs that run from a name into its description because the mark between them is lost. Two certain ones
 * make a pattern, which others of the same kind follow.
 */
export function runOnParagraphs(text: string, lines: readonly Line[]): Map<Line, number> {
  const results = lines.flatMap((line) => {
    const { kind, cut, blankBefore, start, end } = line;
    if (kind !== 'text' || cut || !blankBefore || end - start < minParagraph) return [];
    const name = runOnName(text, line);
    return name === null ? [] : [{ line, ...name }];
  });
  const sure = results.filter((one) => one.sure).length;
  return new Map(sure < 2 || sure * 2 < results.length ? [] : results.map(({ line, end }) => [line, end]));
}
