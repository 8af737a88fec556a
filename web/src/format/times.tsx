import { pageLanguage } from './language.ts';
import { lazily } from './lazily.ts';
import { decimal } from './numbers.ts';

const utcTime = lazily(
  () => new Intl.DateTimeFormat(pageLanguage, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);
const utcDay = lazily(() => new Intl.DateTimeFormat(pageLanguage, { dateStyle: 'medium', timeZone: 'UTC' }));
const shortDay = lazily(
  () => new Intl.DateTimeFormat(pageLanguage, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
const shortMonth = lazily(
  () => new Intl.DateTimeFormat(pageLanguage, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
);
const localTime = lazily(() => new Intl.DateTimeFormat(pageLanguage, { dateStyle: 'full', timeStyle: 'long' }));
const clock = lazily(() => new Intl.DateTimeFormat(pageLanguage, { timeStyle: 'medium', timeZone: 'UTC' }));
const relative = lazily(() => new Intl.RelativeTimeFormat(pageLanguage, { numeric: 'auto', style: 'long' }));

/** Formats the UTC date of a date or time: `20 Nov 2026`. */
export const day = (iso: string): string => utcDay().format(new Date(iso.length === 10 ? `${iso}T00:00:00Z` : iso));
export const utc = (iso: string): string => `${utcTime().format(new Date(iso))} UTC`;

/** Formats a UTC date: `20 Nov`. */
export const shortDate = (iso: string): string => shortDay().format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));

/** Labels of a time axis: `20 Nov`, with the year if the axis spans several, and a month as `Nov 2026`. */
export function axisDays(dates: readonly string[], size: 'day' | 'week' | 'month' = 'day'): (iso: string) => string {
  const isOfOneYear = new Set(dates.map((iso) => iso.slice(0, 4))).size < 2;
  const format = size === 'month' ? shortMonth() : isOfOneYear ? shortDay() : utcDay();
  return (iso) => format.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
}

/** Formats milliseconds since the epoch as `16:05:30`, in UTC. */
export const clockTime = (ms: number): string => clock().format(ms);

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Formats `3 minutes ago`, or `just now` under a minute. */
export function ago(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  for (const [unit, size] of steps) if (seconds >= size) return relative().format(-Math.floor(seconds / size), unit);
  return 'just now';
}

/** Formats `21 h ago`, for narrow places. */
export function shortAgo(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  if (seconds < 60) return 'now';
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3_600)} h ago` : `${Math.floor(seconds / 86_400)} d ago`;
}

/** Formats a UTC time: `05:00` within the next 24 hours, `Mon 05:00` within a week, otherwise `2 Dec`. */
export function shortTime(iso: string, now = Date.now()): string {
  const ahead = Date.parse(iso) - now;
  if (ahead > 6 * 86_400_000) return shortDate(iso);
  const options = { hour: '2-digit', minute: '2-digit', hour12: false, timeZone: 'UTC' } as const;
  const isSoon = Math.abs(ahead) < 86_400_000;
  return new Intl.DateTimeFormat(pageLanguage, isSoon ? options : { ...options, weekday: 'short' }).format(
    new Date(iso),
  );
}

export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  const seconds = milliseconds / 1000;
  return seconds < 60 ? `${decimal(seconds)}\u202fs` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/**
 * Shows a time in UTC, with the reader's local time on hover. `age` shows how long ago instead, with both times on
 * hover.
 */
export function Time({ iso, age = false, shown }: { iso: string; age?: boolean; shown?: string }) {
  const local = localTime().format(new Date(iso));
  return (
    <time
      dateTime={iso}
      title={age || shown !== undefined ? `${utc(iso)}; here ${local}` : `here ${local}`}
      className={age || shown !== undefined ? 'whitespace-nowrap' : undefined}
    >
      {shown ?? (age ? ago(iso) : utc(iso))}
    </time>
  );
}
