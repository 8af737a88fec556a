import type { FactKind } from './fact.ts';
import words from './plainWords.json' with { type: 'json' };

type Plain = { words: ReadonlySet<string>; stems: readonly string[]; pieces: readonly string[] };
const byLength = (a: string, b: string): number => b.length - a.length;
/**
 * Words that leave a stated value as it is, for every kind and for each: articles, possessives, prepositions, adverbs of the
 * present and of regret, nouns for a company, verbs of the present. Words that say of what, for whom or when (student, new,
 * winter) are absent on purpose. `*`: any ending. Japanese writes no spaces, so that its pieces are cut out.
 */
const plain = new Map<string, Plain>(
  Object.entries(words.plain).map(([kind, own]) => {
    const all = `${words.plain.always} ${kind === 'certificate' ? words.plain.feature : ''} ${own}`.split(' ');
    const stems = all.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
    const pieces = `${words.japanese.always} ${words.japanese[kind as FactKind]}`.split(' ');
    return [kind, { words: new Set(all), stems, pieces: pieces.toSorted(byLength) }] as const;
  }),
);

/** French for "supports": its separate words have other meanings. */
const support = /(?<!\p{L})prend(?:nent)?(?: pas)? en charge(?!\p{L})/giu;

/** "… の会社です": what kind of company it is, at the end of a sentence. */
const companyJa =
  /[\p{scx=Han}\p{scx=Katakana}]{1,20}の?(?:会社|サービス|ソフト(?:ウェア)?|企業|チェーン|ツール|アプリ)(?:の会社|の企業)?(?:です|で)(?=[、。]|$)/gu;

export function isPlainText(text: string, kind: FactKind | 'always'): boolean {
  const lexicon = plain.get(kind);
  if (lexicon === undefined) return false;
  const spaced = lexicon.pieces.reduce(
    (rest, piece) => rest.replaceAll(piece, ' '),
    text.replace(support, ' ').replace(companyJa, ' '),
  );
  return [...spaced.toLowerCase().matchAll(/\p{L}+|\d+/gu)].every(
    ([word]) => lexicon.words.has(word) || lexicon.stems.some((stem) => word.startsWith(stem)),
  );
}

/** Escapes a word for an expression. */
export const escapeWord = (word: string): string => word.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Removes names, with a preposition that connects one to its sentence: "the plan from Acme". */
export function withoutNames(text: string, named: readonly string[]): string {
  return named
    .toSorted((a, b) => b.length - a.length)
    .reduce(
      (rest, name) =>
        rest.replace(
          new RegExp(
            `(?:(?<!\\p{L})(?:from|by|ab|od|desde|vanaf)\\s)?(?<![\\p{Lu}\\p{Ll}])${escapeWord(name)}s?(?![\\p{Lu}\\p{Ll}])`,
            'giu',
          ),
          ' ',
        ),
      text,
    );
}

/** Returns true if a sentence is an item about one of the names: "- Acme – a planner for teams; open from 9 to 17". */
export const startsAsItem = (sentence: string, names: readonly string[]): boolean =>
  names.some((name) =>
    new RegExp(`^[\\s*•-]{0,6}(?:\\d{1,3}[.)]\\s)?${escapeWord(name)}\\s?(?:[–—:|(]|-\\s)`, 'u').test(sentence),
  );
