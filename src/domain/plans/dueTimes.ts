import { Temporal } from 'temporal-polyfill';
import { type Cadence, weekdays } from './cadence.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Returns the first due time after a moment, ISO 8601 UTC; null for a plan with manual rounds only. A wall-clock time
 * that a day does not have (the clock is put forward over it) is due as much later as the gap is long; one that a day
 * has twice is due once, at the first. So every local day, or week, has exactly one round.
 * @param anchor ISO 8601 UTC: when the revision was made, from whose day `hours` are counted
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

/** The due times after one moment and up to another, the earliest first, at most `max`. */
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
  // From the day before on: what a gap moved past midnight belongs to yesterday.
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

/** A round begins within two hours of its due time, or a quarter of the way to the next one; afterwards it is missed. */
function startWindowMs({ kind, hours }: Cadence): number {
  return kind === 'hours' ? Math.min(2 * hourMs, ((hours ?? 1) * hourMs) / 4) : 2 * hourMs;
}

/**
 * Returns the time until which a round may keep asking, ISO 8601 UTC: a day, and never past the next due time. Requests
 * not sent by then are never sent: a later answer would carry the wrong date.
 */
export function endOfRound(cadence: Cadence, anchor: string, due: string): string {
  const dayLater = new Date(Date.parse(due) + dayMs).toISOString();
  const next = nextDueTime(cadence, anchor, due);
  return next !== null && next < dayLater ? next : dayLater;
}

/**
 * Returns whether a due time may still begin its round. A clock that was set back may be before it: then it waits.
 * @param now ISO 8601 UTC
 */
export function standingOfDueTime(cadence: Cadence, due: string, now: string): 'ahead' | 'due' | 'missed' {
  if (due > now) return 'ahead';
  return Date.parse(now) - Date.parse(due) <= startWindowMs(cadence) ? 'due' : 'missed';
}
