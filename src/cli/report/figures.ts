import type { Interval } from '../../domain/statistics/interval.ts';

/** Formats figures for people. A missing figure is an en dash, and a percentage always has its counts. */

export const missing = '–';

export function decimal(value: number | null, digits = 1): string {
  return value === null ? missing : value.toFixed(digits);
}

/** Formats `60.0 % (6 of 10)`. @param value 0 to 100 */
export function formatPercent(value: number | null, part: number, whole: number): string {
  return value === null ? `${missing} (${part} of ${whole})` : `${value.toFixed(1)} % (${part} of ${whole})`;
}

/** Formats `31.3–83.2`. @param scale factor that converts the interval's unit to percent */
export function range(interval: Interval | null, scale = 1): string {
  if (interval === null) return missing;
  return `${(interval.lower * scale).toFixed(1)}–${(interval.upper * scale).toFixed(1)}`;
}

/**
 * Draws a value on a line from 0 to 100, with its interval: `···──●────····`. The line is empty if nothing was
 * measured.
 * @param value and interval in percent
 */
export function rangeBar(value: number | null, interval: Interval | null, width: number): string {
  if (value === null) return ' '.repeat(width);
  const cell = (percent: number) => Math.min(width - 1, Math.max(0, Math.floor((percent / 100) * width)));
  const from = interval === null ? cell(value) : cell(interval.lower);
  const to = interval === null ? cell(value) : cell(interval.upper);
  return Array.from({ length: width }, (_, at) => (at === cell(value) ? '●' : at >= from && at <= to ? '─' : '·')).join(
    '',
  );
}

/** Draws a part of a whole as a bar: `███░░░`. Anything above zero shows at least one cell. */
export function shareBar(part: number, whole: number, width: number): string {
  const filled = whole === 0 || part === 0 ? 0 : Math.max(1, Math.round((width * part) / whole));
  return '█'.repeat(filled) + '░'.repeat(width - filled);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Formats `2026-11-20 14:05`, precise enough for reading; exports contain the exact time. */
export function shortTime(instant: string | null): string {
  return instant === null ? missing : instant.slice(0, 16).replace('T', ' ');
}
