import type { Plan } from '../../api/planQueries.ts';
import { weekdayWord } from '../../format/language.ts';

type Cadence = Plan['cadence'];

/** Formats a cadence in two words: `daily 06:00`, `Mon 06:00`. */
export function cadenceWords({ kind, hours, weekday, at }: Cadence): string {
  if (kind === 'manual') return 'when asked';
  if (kind === 'hours') return `every ${hours ?? 1} h`;
  return kind === 'daily' ? `daily ${at}` : `${weekdayWord(weekday ?? 'monday', 'short')} ${at}`;
}

/** Formats a cadence with its time zone: `every Monday at 06:00, UTC`. */
export function cadenceLine({ kind, hours, weekday, at, timeZone }: Cadence): string {
  if (kind === 'manual') return 'only when asked';
  if (kind === 'hours') return hours === 1 ? 'every hour' : `every ${hours ?? 1} hours, counted from ${at} ${timeZone}`;
  return kind === 'daily'
    ? `every day at ${at}, ${timeZone}`
    : `every ${weekdayWord(weekday ?? 'monday', 'long')} at ${at}, ${timeZone}`;
}
