import type { Interval } from '../statistics/interval.ts';

/** `2026-03-02 to 2026-03-08`, or the one date. */
export function datesText({ startDate, endDate }: { startDate: string; endDate: string }): string {
  return startDate === endDate ? startDate : `${startDate} to ${endDate}`;
}

function whole(value: number): string {
  return String(Math.round(value));
}

/** `12 of 30 questions (40 %, 25–58 % at 95 %)`: a share is never told without its count and interval. */
export function shareText(listed: number, known: number, score: number | null, interval: Interval | null): string {
  if (score === null || interval === null) return `no question with a known answer`;
  return `${listed} of ${known} questions (${whole(score)} %, ${whole(interval.lower)}–${whole(interval.upper)} % at 95 %)`;
}

/** Two significant digits, as p values and levels are told. */
export function twoDigits(value: number): string {
  return value < 0.0001 ? 'below 0.0001' : String(Number(value.toPrecision(2)));
}

/** `+12.3`, `−4.0` percentage points. */
export function pointsText(points: number): string {
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)} percentage points`;
}

export function dollarsText(micro: number): string {
  return `$${(micro / 1_000_000).toFixed(2)}`;
}
