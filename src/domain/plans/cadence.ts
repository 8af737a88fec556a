import { Temporal } from 'temporal-polyfill';

export const cadenceKinds = ['manual', 'hours', 'daily', 'weekly'] as const;
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type Weekday = (typeof weekdays)[number];

/** Longest interval between two rounds in hours: a week. */
export const maxCadenceHours = 168;

/**
 * Schedule of a plan's rounds. `at` is a wall-clock time, `hh:mm`, in `timeZone`, an IANA name. `hours`: rounds follow
 * each other after that many elapsed hours, counted from `at` on the day on which the revision was created.
 */
export type Cadence = {
  kind: (typeof cadenceKinds)[number];
  hours: number | null;
  weekday: Weekday | null;
  at: string;
  timeZone: string;
};

/** Returns what is wrong with a cadence, by field; null if it is valid. */
export function findCadenceFlaw({ kind, hours, weekday, timeZone }: Cadence): { field: string; flaw: string } | null {
  if ((kind === 'hours') !== (hours !== null)) {
    return { field: 'hours', flaw: kind === 'hours' ? 'is needed with `hours`' : 'applies only to the kind `hours`' };
  }
  if ((kind === 'weekly') !== (weekday !== null)) {
    const flaw = kind === 'weekly' ? 'is needed with `weekly`' : 'applies only to the kind `weekly`';
    return { field: 'weekday', flaw };
  }
  return isTimeZone(timeZone) ? null : { field: 'timeZone', flaw: 'is not an IANA time zone such as Europe/Vienna' };
}

/** Returns true for a named zone: an offset such as +02:00 ignores daylight saving and is rarely intended. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** Describes a cadence, such as `every Monday at 06:00, Europe/Vienna`. */
export function cadenceText({ kind, hours, weekday, at, timeZone }: Cadence): string {
  switch (kind) {
    case 'manual':
      return 'only when asked';
    case 'hours':
      return hours === 1 ? 'every hour' : `every ${hours} hours, counted from ${at} ${timeZone}`;
    case 'daily':
      return `every day at ${at}, ${timeZone}`;
    case 'weekly':
      return `every ${(weekday ?? '').replace(/^./, (first) => first.toUpperCase())} at ${at}, ${timeZone}`;
  }
}
