import { textForm } from '../identity/nameForm.ts';
import { type Fact, type FactKind, type TypedValue, typedValue } from './fact.ts';
import { readHours } from './hours.ts';
import { namesBothPeriods, readMoney } from './money.ts';
import { readNumbers } from './numberWithUnit.ts';
import { isPlain } from './plainSentence.ts';
import { asserts, isHedged, negates, weekdays } from './sentenceSigns.ts';
import { readDates, sameDate } from './writtenDate.ts';

/** Verdicts on a sentence about a fact. `matches_older`: it states what an earlier version said. */
export const factVerdicts = ['agrees', 'contradicts', 'matches_older', 'cannot_tell'] as const;
export type FactVerdict = (typeof factVerdicts)[number];

export type FactReading = {
  verdict: FactVerdict;
  /** Value that the sentence states, as it writes it; null where nothing of the kind can be read. */
  stated: string | null;
  /** Number of the version that it was compared with, or that it matches. */
  version: number;
};

/** A value that a sentence states, and how it compares with a fact's: `null` cannot be compared. */
type Stated = { text: string; equals(value: TypedValue): boolean | null };

/**
 * Compares a sentence with a fact, or null where the sentence is not about it. It contradicts only where one value of the
 * kind appears, in the same unit, unhedged, in a plain sentence; everything less is `cannot_tell`.
 * @param names names of the website in the sentence
 * @param shared the sentence names others too, or is about several facts of the kind
 */
export function readFact(sentence: string, fact: Fact, names: readonly string[], shared: boolean): FactReading | null {
  const newest = fact.versions[0];
  if (newest === undefined || !isAbout(sentence, fact)) return null;
  const current = typedValue(fact.kind, newest.value);
  const named = [...names, ...wordsOf(fact)];
  const stated = statedIn(sentence, fact, current, named);
  if (stated.length === 0) {
    return fact.kind === 'place' ? null : { verdict: 'cannot_tell', stated: null, version: newest.version };
  }
  const text = stated.map((one) => one.text).join(', ');
  if (stated.some((one) => one.equals(current) === true))
    return { verdict: 'agrees', stated: text, version: newest.version };
  for (const { version, value } of fact.versions.slice(1)) {
    const older = typedValue(fact.kind, value);
    if (stated.length === 1 && stated[0]?.equals(older) === true)
      return { verdict: 'matches_older', stated: text, version };
  }
  const differs = stated.length === 1 && stated[0]?.equals(current) === false;
  const ownWords = current.type === 'place' ? [...named, ...current.parts] : named;
  const place = current.type === 'answer' ? wordIn(sentence, fact) : text;
  const isCertain = differs && !shared && !isHedged(sentence) && isPlain(sentence, fact.kind, place, ownWords);
  return { verdict: isCertain ? 'contradicts' : 'cannot_tell', stated: text, version: newest.version };
}

/** True if one of the fact's words appears in the sentence as whole words. */
export function isAbout(sentence: string, fact: Pick<Fact, 'name' | 'words'>): boolean {
  const form = ` ${textForm(sentence)} `;
  return wordsOf(fact).some((word) => {
    const target = textForm(word);
    return target !== '' && form.includes(` ${target} `);
  });
}

const wordsOf = ({ name, words }: Pick<Fact, 'name' | 'words'>) => (words.length === 0 ? [name] : words);
const wordIn = (sentence: string, fact: Fact) =>
  wordsOf(fact).find((word) => sentence.toLowerCase().includes(word.toLowerCase())) ?? '';

function statedIn(sentence: string, fact: Fact, current: TypedValue, named: readonly string[]): Stated[] {
  const cut = (place: { start: number; end: number }) => sentence.slice(place.start, place.end);
  switch (current.type) {
    case 'money':
      return readMoney(sentence).map((money) => ({
        text: cut(money),
        equals: (value) => {
          if (value.type !== 'money' || value.currency !== money.currency) return null;
          if (value.per !== null && money.per !== null && value.per !== money.per) return null;
          if (value.amount === money.amount) return true;
          return value.per === money.per && !namesBothPeriods(sentence) ? false : null;
        },
      }));
    case 'number':
      return readNumbers(sentence, [current.unit]).map((number) => ({
        text: cut(number),
        equals: (value) => value.type === 'number' && value.amount === number.amount,
      }));
    case 'date':
      return readDates(sentence).map((date) => ({
        text: cut(date),
        equals: (value) => value.type === 'date' && sameDate(value, date),
      }));
    case 'hours':
      return readHours(sentence).map((hours) => ({
        text: cut(hours),
        equals: (value) => {
          if (value.type !== 'hours') return null;
          if (value.from === hours.from && value.to === hours.to) return true;
          const isHalfDay = (value.to - hours.to) % 720 === 0 && (value.from - hours.from) % 720 === 0;
          return isHalfDay || weekdays.test(sentence) ? null : false;
        },
      }));
    case 'phone':
      return phonesIn(sentence);
    case 'place':
      return placesIn(sentence, current.parts);
    case 'answer':
      return answersIn(sentence, fact, named);
  }
}

const phone = /(?<![\d.,])\+?\(?\d[\d\s()/.-]{5,20}\d/g;
const nationalDigits = 7;

function phonesIn(sentence: string): Stated[] {
  return [...sentence.matchAll(phone)].flatMap(([text]) => {
    const digits = text.replace(/\D/g, '');
    if (digits.length < nationalDigits || digits.length > 15) return [];
    const tail = (one: string) => one.slice(-nationalDigits);
    return { text, equals: (value) => value.type === 'phone' && tail(value.digits) === tail(digits) };
  });
}

/** A place agrees where one of its parts appears, and differs only by its postcode: a region never contradicts. */
function placesIn(sentence: string, parts: readonly string[]): Stated[] {
  const form = ` ${textForm(sentence)} `;
  const shared = parts.filter((part) => form.includes(` ${textForm(part.replace(/\d{4,6}/, ''))} `));
  const [postcode] = /(?<![\d+])\d{5}(?!\d)/.exec(sentence) ?? [];
  if (postcode !== undefined) {
    return [
      {
        text: postcode,
        equals: (value) =>
          value.type !== 'place' || value.postcode?.length !== 5 ? null : value.postcode === postcode,
      },
    ];
  }
  return shared.length === 0 ? [] : [{ text: shared.join(', '), equals: (value) => isSamePlace(value, shared) }];
}

const isSamePlace = (value: TypedValue, parts: readonly string[]): boolean | null =>
  value.type === 'place' && parts.some((part) => value.parts.includes(part)) ? true : null;

function answersIn(sentence: string, fact: Fact, named: readonly string[]): Stated[] {
  const words = wordsOf(fact);
  const isDenied = negates(sentence, words) && isPlain(sentence, fact.kind, wordIn(sentence, fact), named);
  const says = isDenied ? 'no' : asserts(sentence, words) ? 'yes' : null;
  if (says === null) return [];
  return [{ text: says, equals: (value) => value.type === 'answer' && value.yes === (says === 'yes') }];
}

/** Kinds whose values may be mixed up in a sentence about several facts. */
export const oftenShared: ReadonlySet<FactKind> = new Set(['price', 'number', 'date', 'phone', 'hours']);
