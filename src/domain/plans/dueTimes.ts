import { Temporal } from 'temporal-polyfill';
import { type Cadence, weekdays } from './cadence.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Returns the first due time after a moment, ISO 8601 UTC; null for a plan with only manual rounds. A wall-clock time
 * that a day skips (when clocks go forward) is due later by the length of the gap; one that occurs twice is due at the
 * first. So every local day, or week, has exactly one round.
 * @param anchor ISO 8601 UTC: creation time of the revision, from whose day `hours` are counted
 */
export function nextDueTime(cadence: Cadence, anchor: string, after: string): string | null {
  switch (cadence.kind) {
    case 'manual':
      return null;
    case 'hours':
      return nextOfHours(cadence, anchor, Date.parse(after));
    case 'daily':
      return nextOfDays(cadence, after, 1);
    case 'weekly':
      return nextOfDays(cadence, after, 7);
  }
}

/** Returns due times after one moment and up to another, earliest first, at most `max`. */
export function dueTimesBetween(
  cadence: Cadence,
  anchor: string,
  { after, until, max }: { after: string; until: string; max: number },
): string[] {
  const times: string[] = [];
  let due = nextDueTime(cadence, anchor, after);
  while (due !== null && due <= until && times.length < max) {
    times.push(due);
    due = nextDueTime(cadence, anchor, due);
  }
  return times;
}

function nextOfHours(cadence: Cadence, anchor: string, after: number): string {
  const day = Temporal.Instant.from(anchor).toZonedDateTimeISO(cadence.timeZone).toPlainDate();
  const first = wallClockTime(day, cadence);
  const step = (cadence.hours ?? 1) * hourMs;
  const passed = Math.floor((after - first) / step) + 1;
  return new Date(first + passed * step).toISOString();
}

function nextOfDays(cadence: Cadence, after: string, step: 1 | 7): string {
  const afterMs = Date.parse(after);
  const today = Temporal.Instant.from(after).toZonedDateTimeISO(cadence.timeZone).toPlainDate();
  // Starts with the previous day, because a gap may move its due time past midnight.
  let day = today.subtract({ days: 1 });
  if (step === 7 && cadence.weekday !== null) {
    const targetCount = weekdays.indexOf(cadence.weekday) + 1;
    day = day.add({ days: (targetCount - day.dayOfWeek + 7) % 7 });
  }
  for (;;) {
    const due = wallClockTime(day, cadence);
    if (due > afterMs) return new Date(due).toISOString();
    day = day.add({ days: step });
  }
}

/** Milliseconds since the epoch. */
function wallClockTime(day: Temporal.PlainDate, { at, timeZone }: Cadence): number {
  const plainTime = Temporal.PlainTime.from(at);
  return day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}

/**
 * Returns how long after its due time a round may begin: two hours, or a quarter of the interval to the next one;
 * afterwards it is missed.
 */
function startWindowMs({ kind, hours }: Cadence): number {
  return kind === 'hours' ? Math.min(2 * hourMs, ((hours ?? 1) * hourMs) / 4) : 2 * hourMs;
}

/**
 * Returns the time until which a round may send requests, ISO 8601 UTC: a day, and never past the next due time.
 * Requests unsent by then are never sent: a later answer would carry the wrong date.
 */
export function endOfRound(cadence: Cadence, anchor: string, due: string): string {
  const dayLater = new Date(Date.parse(due) + dayMs).toISOString();
  const next = nextDueTime(cadence, anchor, due);
  return next !== null && next < dayLater ? next : dayLater;
}

/**
 * Returns whether a round may still begin at a due time. After a clock was set back, a due time may lie in the future:
 * then it waits.
 * @param now ISO 8601 UTC
 */
export function standingOfDueTime(cadence: Cadence, due: string, now: string): 'ahead' | 'due' | 'missed' {
  if (due > now) return 'ahead';
  return Date.parse(now) - Date.parse(due) <= startWindowMs(cadence) ? 'due' : 'missed';
}
