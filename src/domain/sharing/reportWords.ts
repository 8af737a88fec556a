import type { Interval } from '../statistics/interval.ts';

/** How a report on paper writes its figures. */

export const unknownSign = '–';

/** @param value 0 to 100 */
export function percent(value: number | null): string {
  return value === null ? unknownSign : `${Math.round(value)} %`;
}

/** @param scale what turns the interval's unit into percent */
export function percentRange(interval: Interval | null, scale = 1): string {
  if (interval === null) return unknownSign;
  return `${Math.round(interval.lower * scale)}–${Math.round(interval.upper * scale)} %`;
}

export function oneDigit(value: number | null): string {
  return value === null ? unknownSign : value.toFixed(1);
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${inGroups.format(count)} ${count === 1 ? one : many}`;
}

/** `12,345`: the paper speaks one language. */
const inGroups = new Intl.NumberFormat('en-US');

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `3 Mar 2026`, of a UTC date or time. */
export function dayWords(iso: string): string {
  const [year = '', month = '1', day = '1'] = iso.slice(0, 10).split('-');
  return `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}`;
}
