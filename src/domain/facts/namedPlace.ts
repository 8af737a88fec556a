import { textForm } from '../identity/nameForm.ts';
import type { Span } from '../support/sentences.ts';
import places from './places.json' with { type: 'json' };
import { escapeWord, withoutNames } from './plainText.ts';
import signs from './signs.json' with { type: 'json' };

/** Cities and countries by each of their names in the ten languages: the first name is the key. */
const keys = new Map<string, { key: string; isCountry: boolean }>();
for (const [kind, regions] of Object.entries(places))
  for (const entry of Object.values(regions).flatMap((region) => region.split(';')))
    for (const name of entry.split('/'))
      keys.set(name, { key: entry.split('/')[0] ?? name, isCountry: kind === 'countries' });

const isSpaced = (name: string): boolean => /^[\p{Lu}\p{Ll}'’]/u.test(name);
const named = [...keys.keys()].toSorted((a, b) => b.length - a.length).map(escapeWord);
const mention = new RegExp(
  `(?<![\\p{Lu}\\p{Ll}-])(?:${named.filter(isSpaced).join('|')})(?![\\p{Lu}\\p{Ll}])|${named.filter((one) => !isSpaced(one)).join('|')}`,
  'gu',
);

export type NamedPlace = Span & { key: string; isCountry: boolean };

/** Finds cities and countries in a text. */
export const placesIn = (text: string): NamedPlace[] =>
  [...text.matchAll(mention)].flatMap(({ 0: name, index }) => {
    const place = keys.get(name);
    return place === undefined ? [] : [{ ...place, start: index, end: index + name.length }];
  });

/** A street with its number: "Lindenstraße 8", "via Roma 5", "5 rue Blanche". */
export const numberedStreet =
  /(?<!\p{L})(?:[\p{Lu}][\p{L}.-]{0,40}(?:stra(?:ß|ss)e|str\.|gasse|weg|platz|allee|gade|vej|straat|laan|plein|gracht)|(?:via|viale|piazza|corso|calle|avenida|plaza|paseo|rua|praça|ul\.|ulic\p{L}{1,3})\s(?:d[aeio]\p{L}{0,3}\s|la\s){0,2}\p{Lu}\p{L}{1,30}(?:\s\p{Lu}\p{L}{1,30})?),?\s\d{1,3}(?!\d)|(?<!\d)\d{1,3},?\s(?:(?:rue|avenue|boulevard|quai|place)\s(?:d\p{L}{1,2}\s)?\p{Lu}\p{L}{1,30}|\p{Lu}\p{L}{1,30}\s(?:street|road|lane|square))/iu;

const gapWords = new Set(signs.placeGap.join(' ').split(' '));
const back = new RegExp(`^(?:${signs.placeBack})$`, 'iu');
const japaneseGap = new RegExp(`^(?:${signs.placeGapJa}){0,3}$`, 'u');
const another =
  /^[\s,]{1,2}(?:and|und|et|y|e|ed|en|i|oraz|sowie|or|oder|ou|o|lub|&|\/|と|や)\s?(?:(?:in|à|en|a|em|te|we?)\s)?(?=\p{Lu}|\p{Lo})/u;

/** ", Italy", ", en Espagne", " (Italien)". */
const inCountry =
  /^(?:,\s|\s\(|\s)(?:(?:in|en|au|aux|em|na|no|we?|te)\s)?(?:(?:der|den|die|the|het|las?|los|il|gli)\s)?\p{Lu}[\p{L}-]{1,30}(?:\s\p{Lu}\p{L}{1,30})?\)?/u;

/** True if only words for "is", "of", "in" and a street are between a word for the seat and a place. */
const isGap = (gap: string, names: readonly string[]): boolean => {
  const text = withoutNames(gap.replace(numberedStreet, ' '), names);
  return (
    japaneseGap.test(text.trim()) || (text.match(/\p{L}+/gu) ?? []).every((word) => gapWords.has(word.toLowerCase()))
  );
};

/** A place with the words between it and the word for the seat, and with its country: ", Italy". */
export type Seat = NamedPlace & { name: string };

/** Returns the place that a sentence gives as the website's seat, next to a word for it; null if it names none or two. */
export function seatIn(sentence: string, words: readonly Span[], names: readonly string[]): Seat | null {
  const places = placesIn(sentence);
  for (const word of words) {
    const behind = places.find(({ start }) => start >= word.end);
    const before = places.findLast(({ end }) => end <= word.start);
    const isBehind = behind !== undefined && isGap(sentence.slice(word.end, behind.start), names);
    if (!isBehind && (before === undefined || !back.test(sentence.slice(before.end, word.start)))) continue;
    const first = isBehind ? behind : before;
    if (first === undefined) continue;
    // "スペインのバルセロナ": the city in the country.
    const seat = places.find(({ start }) => start === first.end + 1 && sentence[first.end] === 'の') ?? first;
    const [country = ''] = inCountry.exec(sentence.slice(seat.end)) ?? [];
    const end = placesIn(country).some(({ isCountry }) => isCountry) ? seat.end + country.length : seat.end;
    const name = sentence.slice(seat.start, seat.end);
    const isOne = !another.test(sentence.slice(end));
    return isOne ? { ...seat, name, start: isBehind ? word.end : first.start, end: isBehind ? end : word.start } : null;
  }
  return null;
}

/** Leaves the street out, as it may carry a city's name: "27 Rue de Marseille, 69007 Lyon". */
export const withoutStreet = (parts: readonly string[]): readonly string[] =>
  parts.length > 1 && /\d/.test(parts[0] ?? '') ? parts.slice(1) : parts;

/** True if a sentence names a part of the owner's address, in any language, but a country. */
export const namesPart = (sentence: string, parts: readonly string[]): boolean => {
  const own = placesIn(withoutStreet(parts).join(', ')).filter(({ isCountry }) => !isCountry);
  const form = ` ${textForm(sentence)} `;
  return (
    placesIn(sentence).some(({ key }) => own.some((one) => one.key === key)) ||
    parts.slice(0, -1).some((part) => form.includes(` ${textForm(part)} `))
  );
};
