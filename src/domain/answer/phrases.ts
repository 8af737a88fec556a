import words from './roleWords.json' with { type: 'json' };
import { foldTitle } from './titleWords.ts';

const caseless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}]/u;

type Pattern = { opens: string; body: string; closes: string };

const notAfterWord = '(?<![\\p{L}\\p{N}])';
const notBeforeWord = '(?![\\p{L}\\p{N}])';

/** Converts a phrase to an expression: `*` takes any ending, `…` up to four words between. */
function patternOf(phrase: string): Pattern {
  const folded = foldTitle(phrase);
  const body = folded
    .split(' … ')
    .map((part) =>
      part
        .split('*')
        .map((piece) => piece.replace(/[.?+^$()[\]{}|\\/]/g, '\\$&').replaceAll(' ', '\\s{1,3}'))
        .join('\\p{L}{0,12}'),
    )
    .join('\\s(?:[^\\s.!?;:]{1,24}\\s){0,4}');
  const isJoined = (sign: string) => caseless.test(sign) || !/[\p{L}\p{N}]/u.test(sign);
  return {
    opens: isJoined(folded.charAt(0)) ? '' : notAfterWord,
    body,
    closes: isJoined(folded.charAt(folded.length - 1)) ? '' : notBeforeWord,
  };
}

/**
 * Joins alternatives and factors out common prefixes, because V8 compiles each character class of an expression
 * separately.
 */
function joinPatterns(patterns: readonly Pattern[], side: 'opens' | 'closes' | null): string {
  if (side === null) return patterns.map(({ body }) => body).join('|');
  const runs: Pattern[][] = [];
  for (const pattern of patterns) {
    const last = runs.at(-1);
    if (last?.[0]?.[side] === pattern[side]) last.push(pattern);
    else runs.push([pattern]);
  }
  return runs
    .map((run) => {
      const inner = joinPatterns(run, side === 'opens' ? 'closes' : null);
      const word = run[0]?.[side] ?? '';
      if (word === '') return inner;
      return side === 'opens' ? `${word}(?:${inner})` : `(?:${inner})${word}`;
    })
    .join('|');
}

/** Builds one expression for all phrases, the longest first. */
function alternatives(phrases: readonly string[], flags: string): RegExp {
  const longestFirst = [...phrases].sort((one, other) => other.length - one.length);
  return new RegExp(joinPatterns(longestFirst.map(patternOf), 'opens') || '(?!)', flags);
}

type Cues = (typeof words.languages)['en'];
export type CueKind = keyof Cues;

const compiled = new Map<string, RegExp>();

/** Returns the phrases of one kind in one language; the English ones if the language has none. */
export function cueWords(kind: CueKind, language: string): readonly string[] {
  const byLanguage = words.languages as Readonly<Record<string, Cues>>;
  return (byLanguage[language] ?? words.languages.en)[kind];
}

const foldedSets = new Map<string, ReadonlySet<string>>();

/** Returns the same, folded as `foldTitle` does. */
export function foldedWords(kind: CueKind, language: string): ReadonlySet<string> {
  const key = `${kind} ${language}`;
  const cached = foldedSets.get(key) ?? new Set(cueWords(kind, language).map(foldTitle));
  foldedSets.set(key, cached);
  return cached;
}

/** Returns the same as an expression, reset to start at the beginning of a text. */
export function cues(kind: CueKind, language: string): RegExp {
  const key = `${kind} ${language}`;
  const cached = compiled.get(key);
  if (cached !== undefined) {
    cached.lastIndex = 0;
    return cached;
  }
  const fresh = alternatives(cueWords(kind, language), 'gu');
  compiled.set(key, fresh);
  return fresh;
}

/** Returns true for a label that only announces names: "Suosittelen:", "Our pick:". */
export function isAdvice(label: string, language: string): boolean {
  const folded = foldTitle(label).trim();
  const advises = cues('recommendBefore', language);
  advises.lastIndex = 0;
  return advises.exec(folded)?.[0] === folded;
}

const joinersByLanguage = new Map<string, RegExp>();

/**
 * Matches the text between two names of one enumeration: a comma, a slash, a plus, or the language's words for "and"
 * and "or".
 */
export function joiners(language: string): RegExp {
  const cached = joinersByLanguage.get(language);
  if (cached !== undefined) {
    cached.lastIndex = 0;
    return cached;
  }
  const own = cueWords('joiners', language);
  const spaced = own.filter((word) => !caseless.test(word)).map((word) => joinPatterns([patternOf(word)], 'opens'));
  const unspaced = own.filter((word) => caseless.test(word)).map((word) => `\\s?${foldTitle(word)}`);
  const fresh = new RegExp(
    `\\s?(?:[,;/&+、，；・]|${[...spaced, 'and', 'or', ...unspaced].map((one) => (/^[a-z]+$/.test(one) ? `(?<=\\s)${one}(?=\\s)` : one)).join('|')})\\s?`,
    'gu',
  );
  joinersByLanguage.set(language, fresh);
  return fresh;
}

type TitleWords = keyof typeof words.titles;
const titles = new Map<TitleWords, RegExp>();

/** The heading of a verdict column or the line above a list may be a sentence of its own ("Would I buy it?"), as the opening of a comparison is. */
const heldAnywhere: ReadonlySet<TitleWords> = new Set(['verdictColumn', 'comparison', 'avoidThese']);

/** Returns true if a title or a cell begins with one of these words, or contains one in a script without spaces. */
export function isTitle(kind: TitleWords, title: string): boolean {
  let cached = titles.get(kind);
  if (cached === undefined) {
    const phrases = words.titles[kind];
    const spaced = phrases.filter((phrase) => !caseless.test(phrase));
    const unspaced = phrases.filter((phrase) => caseless.test(phrase));
    cached = new RegExp(
      `${heldAnywhere.has(kind) ? '' : '^[^\\p{L}\\p{N}]{0,6}'}(?:${alternatives(spaced, 'u').source})|${alternatives(unspaced, 'u').source}`,
      'u',
    );
    titles.set(kind, cached);
  }
  return cached.test(foldTitle(title.slice(0, 200)));
}

/** Returns true if a cell consists of one of these words or signs only. */
export function isVerdict(kind: 'yes' | 'no', cell: string): boolean {
  const bare = foldTitle(cell)
    .replace(/(?:[*_`~\s.!,;:()]|\uFE0F)+/gu, ' ')
    .trim();
  return verdicts[kind].some((word) => bare === word || bare.startsWith(`${word} `));
}

const verdicts = {
  yes: words.titles.yes.map(foldTitle),
  no: words.titles.no.map(foldTitle),
};

const origins: ReadonlySet<string> = new Set(words.origins);

/** Returns true for a word for "by", "from" or "of", in any language. */
export function isOriginWord(word: string): boolean {
  return origins.has(word);
}

let relations: ReadonlySet<string> | null = null;

/**
 * Returns true for a word that relates the next words to something else, in any language: "for", "with", "like", "and".
 */
export function isRelation(word: string): boolean {
  relations ??= new Set(
    Object.values(words.languages).flatMap(({ behind, joiners, suchAs, compareBefore }) =>
      [...behind, ...joiners, ...suchAs, ...compareBefore].map(foldTitle),
    ),
  );
  return relations.has(foldTitle(word));
}
