import { textForm } from '../identity/nameForm.ts';
import type { Fact } from './fact.ts';
import { escapeWord } from './plainText.ts';

type Named = Pick<Fact, 'name' | 'words'>;

/** Returns the words that identify sentences about a fact. */
export const factWords = ({ name, words }: Named): readonly string[] => (words.length === 0 ? [name] : words);

/** Scripts without spaces between words: a word matches anywhere in them. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]/u;

/** True if one of the fact's words appears in the sentence as whole words. */
export function isAbout(sentence: string, fact: Named): boolean {
  const form = ` ${textForm(sentence)} `;
  return factWords(fact).some((word) => {
    const target = textForm(word);
    if (target === '') return false;
    if (unspaced.test(target)) return form.replaceAll(' ', '').includes(target.replaceAll(' ', ''));
    return form.includes(` ${target} `);
  });
}

/** Finds the fact's words as the sentence writes them, ignoring case; the one nearest to a position first. */
export function findFactWords(sentence: string, fact: Named, near = 0): { start: number; end: number }[] {
  const lower = sentence.toLowerCase();
  const distance = ({ start, end }: { start: number; end: number }) => Math.max(start - near, near - end);
  return factWords(fact)
    .filter((word) => word !== '')
    .flatMap((word) => [
      ...lower.matchAll(new RegExp(`(?<![\\p{Lu}\\p{Ll}])${escapeWord(word.toLowerCase())}(?!\\p{Ll})`, 'gu')),
    ])
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
    .filter(
      (one, _, all) =>
        !all.some(({ start, end }) => start <= one.start && end >= one.end && end - start > one.end - one.start),
    )
    .toSorted((a, b) => distance(a) - distance(b));
}
