import type { Interval } from '../statistics/interval.ts';

/** Formats `2026-03-02 to 2026-03-08`, or a single date. */
export function datesText({ startDate, endDate }: { startDate: string; endDate: string }): string {
  return startDate === endDate ? startDate : `${startDate} to ${endDate}`;
}

function whole(value: number): string {
  return String(Math.round(value));
}

/** Writes `12 of 30 questions (40 %, 25–58 % at 95 %)`: a share always has its count and interval. */
export function shareText(listed: number, knownCount: number, score: number | null, interval: Interval | null): string {
  if (score === null || interval === null) return `no question with a known answer`;
  return `${listed} of ${knownCount} questions (${whole(score)} %, ${whole(interval.lower)}–${whole(interval.upper)} % at 95 %)`;
}

/** Writes two significant digits, for p values and levels. */
export function twoDigits(value: number): string {
  return value < 0.0001 ? 'below 0.0001' : String(Number(value.toPrecision(2)));
}

/** `+12.3`, `−4.0`. */
const signed = (points: number): string => `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`;

/** Formats `+12.3 percentage points (+2.1 to +22.4 at 95 %, p 0.012)`: the difference that a verdict refers to. */
export function differenceText({
  difference,
  interval95,
  p,
}: {
  difference: number | null;
  interval95: Interval | null;
  p: number | null;
}): string {
  if (difference === null || interval95 === null || p === null) return 'an unknown difference';
  const range = `${signed(interval95.lower)} to ${signed(interval95.upper)} at 95 %`;
  return `${signed(difference)} percentage points (${range}, p ${twoDigits(p)})`;
}

export function dollarsText(micro: number): string {
  return `$${(micro / 1_000_000).toFixed(2)}`;
}
