import { pageLanguage } from './language.ts';
import { lazily } from './lazily.ts';
import { decimal } from './numbers.ts';

/** Formats the results of tests. */

const three = lazily(() => new Intl.NumberFormat(pageLanguage, { minimumFractionDigits: 3, maximumFractionDigits: 3 }));

export const threePlaces = (value: number): string => three().format(value);

/** Formats a difference in points with its sign. */
export const signed = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : '±'}${decimal(Math.abs(value))}`;

export const pWords = (value: number | null): string =>
  value === null ? 'p unknown' : value < 0.001 ? `p < ${threePlaces(0.001)}` : `p = ${threePlaces(value)}`;
