import { language, languageTag } from '../i18n/t.ts';

/** Texts, numbers and dates are in the same language, so that a page has one. */
export const pageLanguage = languageTag;

/** Puts a label into a sentence: in lower case, except in German, where nouns keep their capital. */
export const inSentence = (label: string): string => (language === 'de' ? label : label.toLowerCase());

/** Joins parts as `a, b and c`. */
export const allOf = (parts: readonly string[]): string =>
  new Intl.ListFormat(pageLanguage, { type: 'conjunction' }).format(parts);

/** Joins parts as `a, b or c`. */
export const anyOf = (parts: readonly string[]): string =>
  new Intl.ListFormat(pageLanguage, { type: 'disjunction' }).format(parts);

/** Formats a weekday's English name, as the API has it. */
export function weekdayWord(day: string, width: 'long' | 'short'): string {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const date = Date.UTC(2024, 0, 1 + days.indexOf(day));
  return new Intl.DateTimeFormat(pageLanguage, { weekday: width, timeZone: 'UTC' }).format(date);
}
