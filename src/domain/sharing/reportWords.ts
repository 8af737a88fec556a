import type { Interval } from '../statistics/interval.ts';

/** Placeholder for an unknown figure in a printed report. */

export const unknownSign = '–';

/** Formats with one digit like the web app, so that a share reads the same everywhere. @param value 0 to 100 */
export function percent(value: number | null): string {
  return value === null ? unknownSign : `${String(Math.round(value * 10) / 10)}\u202f%`;
}

/**
 * Formats a range that never breaks over two lines. @param scale factor that converts the interval's unit to percent
 */
export function percentRange(interval: Interval | null, scale = 1): string {
  if (interval === null) return unknownSign;
  return `${Math.round(interval.lower * scale)}\u2060–\u2060${Math.round(interval.upper * scale)}\u202f%`;
}

export function oneDigit(value: number | null): string {
  return value === null ? unknownSign : value.toFixed(1);
}

/** `+12.3`, `−4.0`. */
export function signedPoints(points: number): string {
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`;
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${inGroups(count)} ${count === 1 ? one : many}`;
}

/** Formats `12,345`: reports are in one language. */
export const inGroups = (count: number): string => groups.format(count);

const groups = new Intl.NumberFormat('en-GB');

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a UTC date or time as `3 Mar 2026`. */
export function dayWords(iso: string): string {
  const [year = '', month = '1', day = '1'] = iso.slice(0, 10).split('-');
  return `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}`;
}
