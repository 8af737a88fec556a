import { textForm } from '../identity/nameForm.ts';
import type { Fact } from './fact.ts';

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

/** Finds the first of the fact's words that the sentence writes like the owner, ignoring case. */
export function findFactWord(sentence: string, fact: Named): { start: number; end: number } | null {
  const lower = sentence.toLowerCase();
  for (const word of factWords(fact)) {
    const start = lower.indexOf(word.toLowerCase());
    if (word !== '' && start >= 0) return { start, end: start + word.length };
  }
  return null;
}
