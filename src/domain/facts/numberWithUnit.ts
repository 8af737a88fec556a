import { readAmount } from './amount.ts';
import data from './numberWords.json' with { type: 'json' };

export type NumberWithUnit = { amount: number; unit: string };

/** Common units by one key, in the ten languages of docs/facts.md. */
const keyByWord = new Map(
  Object.entries(data.units).flatMap(([key, words]) => words.split(' ').map((word) => [word, key] as const)),
);
/** Numbers in words: from 2 on, as "one" is often an article. */
const amountByWord = new Map([
  ...Object.values(data.numbers).flatMap((words) => words.split('|').map((word, at) => [word, at + 2] as const)),
  ...data.others.split(' ').map((pair) => [pair.split('=')[0] ?? '', Number(pair.split('=')[1])] as const),
]);
const byLength = (a: string, b: string): number => b.length - a.length;

/** Japanese writes no space after a unit. */
const japaneseUnits = [...keyByWord.keys()].filter((word) => /^\p{Lo}/u.test(word));
const counters = data.counters.split(' ').toSorted(byLength);

/** Returns the unit at the beginning of a word, after a counter: the word itself, except in Japanese. */
const unitAt = (word: string, ownUnits: readonly string[]): string =>
  [...ownUnits, ...japaneseUnits]
    .toSorted(byLength)
    .find((unit) => /^[\p{Lo}\p{scx=Katakana}]/u.test(unit) && word.startsWith(unit)) ?? word;
/** "120台の自転車": a counter connects a number with its noun. */
const counter = new RegExp(`^(?:${counters.join('|')})?の`, 'u');
/** "クリニックは14院": the noun comes before its number. */
const counted = new RegExp(`^(?:${counters.join('|')})`, 'u');
const joint = /^(?:[はがをも、]|数は|合計|全部で|全|国内に){1,3}$/u;

/** Returns a known unit's key, otherwise the word itself in lower case. */
export function unitOf(word: string): string {
  const lower = word.trim().toLowerCase();
  return keyByWord.get(lower) ?? lower;
}

/** Expression for a number in words, from 2 to 100. */
export const inWords = [...amountByWord.keys()].toSorted(byLength).join('|');
export const amountInWords = (words: string): number | null => amountByWord.get(words.toLowerCase()) ?? null;
const numbered = new RegExp(
  `(?<![\\p{Lu}\\p{Ll}\\d.,])(?:(\\d{1,3}(?:[.,\\u00a0\\u202f ]\\d{3}){1,6}|\\d{1,18}(?:[.,]\\d{1,9})?)|(${inWords}))[-\\s\\u00a0\\u202f]?([\\p{L}%]{1,60})`,
  'giu',
);

/** Units that can be written in a smaller one. */
const multiples: Readonly<Record<string, readonly [unit: string, times: number]>> = {
  weeks: ['days', 7],
  tb: ['gb', 1000],
  hours: ['minutes', 60],
  years: ['months', 12],
};

/** Finds numbers directly before one of these units or a multiple of it, in order. */
export function readNumbers(
  text: string,
  unitWords: readonly string[],
): (NumberWithUnit & { start: number; end: number })[] {
  const keys = new Set(unitWords.map(unitOf));
  return [...text.matchAll(numbered)].flatMap((match) => {
    const [whole, digits, words = '', run = ''] = match;
    const rest = run.replace(counter, '');
    const word = unitAt(rest, unitWords);
    const amount = digits === undefined ? amountInWords(words) : readAmount(digits);
    const before = text.slice(Math.max(0, match.index - 16), match.index);
    const [ofNoun] = counted.exec(run) ?? [];
    const noun =
      ofNoun === undefined
        ? undefined
        : unitWords.find((one) => joint.test(before.split(one).at(-1) ?? '') && before.includes(one));
    const behind = `${word}${text.slice(match.index + whole.length, match.index + whole.length + 30)}`.toLowerCase();
    const several = unitWords.find(
      (one) => one.includes(' ') && !/\p{N}/u.test(one) && behind.startsWith(one.toLowerCase()),
    );
    const unitKey = unitOf(several ?? noun ?? word);
    const smaller = keys.has(unitKey) ? undefined : multiples[unitKey];
    const [unit, times] = smaller !== undefined && keys.has(smaller[0]) ? smaller : ([unitKey, 1] as const);
    if (amount === null || !keys.has(unit) || (unit === 'years' && amount > 1900)) return [];
    const length = noun === undefined ? whole.length - rest.length + word.length : whole.length - run.length;
    return { amount: amount * times, unit, start: match.index, end: match.index + length };
  });
}
