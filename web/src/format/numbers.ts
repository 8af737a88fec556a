import type { VisibilityOverview } from '../../../src/contract/wireTypes.ts';
import { pluralOf } from '../i18n/plural.ts';
import { countText } from '../i18n/t.ts';
import { pageLanguage } from './language.ts';
import { lazily } from './lazily.ts';

type Interval = NonNullable<VisibilityOverview['visibilityScore']['interval95']>;

/** Placeholder of an unknown number; show the reason next to it. */
export const unknownMark = '–';

const whole = lazily(() => new Intl.NumberFormat(pageLanguage, { maximumFractionDigits: 0 }));
const one = lazily(() => new Intl.NumberFormat(pageLanguage, { maximumFractionDigits: 1 }));
const oneAlways = lazily(
  () => new Intl.NumberFormat(pageLanguage, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);
const usd = lazily(
  () => new Intl.NumberFormat(pageLanguage, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 }),
);
const usdCents = lazily(() => new Intl.NumberFormat(pageLanguage, { style: 'currency', currency: 'USD' }));
const usdExact = lazily(
  () => new Intl.NumberFormat(pageLanguage, { style: 'currency', currency: 'USD', minimumFractionDigits: 6 }),
);
const compact = lazily(() => new Intl.NumberFormat(pageLanguage, { notation: 'compact', maximumFractionDigits: 1 }));

export const integer = (value: number | null): string => (value === null ? unknownMark : whole().format(value));
export const decimal = (value: number | null): string => (value === null ? unknownMark : one().format(value));
export const position = (value: number | null): string => (value === null ? unknownMark : oneAlways().format(value));
export const dollars = (value: number | null): string => (value === null ? unknownMark : usd().format(value));
/** Formats dollars and cents, for headlines and lists; amounts below one cent keep four decimal places. */
export function aboutDollars(value: number | null): string {
  if (value === null) return unknownMark;
  return value !== 0 && Math.abs(value) < 0.01 ? usd().format(value) : usdCents().format(value);
}
/** Formats dollars to the micro-dollar, for records. */
export const exactDollars = (value: number): string => usdExact().format(value);
export const compactNumber = (value: number | null): string => (value === null ? unknownMark : compact().format(value));

/** Formats a value of 0-100 as a percentage, with a thin space. */
export function percent(value: number | null): string {
  return value === null ? unknownMark : `${one().format(Math.round(value * 10) / 10)}\u202f%`;
}

/** Formats a fraction of 1 as a percentage. */
export function share(value: number | null): string {
  return percent(value === null ? null : value * 100);
}

/** Formats `40–83 %`, which never breaks over two lines, for an interval in units of 0-100. */
export function percentRange(interval: Interval | null): string {
  return interval === null
    ? unknownMark
    : `${whole().format(interval.lower)}\u2060–\u2060${whole().format(interval.upper)}\u202f%`;
}

/** Formats bounds without their unit, next to a figure that has it: `39–65`. */
export const bounds = (interval: Interval | null): string => percentRange(interval).replace('\u202f%', '');

/** Does the same for an interval of fractions of 1. */
export const shareBounds = ({ lower, upper }: Interval): string => bounds({ lower: lower * 100, upper: upper * 100 });

/** Formats `1 question`, `12 questions`. */
export function countWithNoun(count: number, singular: string, plural = pluralOf(singular)): string {
  return countText(`# ${singular}|# ${plural}`, count, whole().format(count));
}

/** Formats the noun of a count without its number: `question`, `questions`. */
export function nounFor(count: number, singular: string, plural = pluralOf(singular)): string {
  return countText(`# ${singular}|# ${plural}`, count, '').replace(/^\s*(?:件の|個の)?/, '');
}
