import type { DateWindow } from '../scope.ts';

const dayMs = 86_400_000;
/** ISO dates before year 0 have six digits and a sign, so they cannot be compared as text. */
const firstDay = Date.parse('0000-01-01T00:00:00Z');

/**
 * Returns the period of equal length that ends the day before this one starts. Null if either date is open, because a
 * period without a length has no equal, or if it would begin before the year 0. Dates are inclusive UTC days.
 */
export function previousWindow({ startDate, endDate }: DateWindow): { startDate: string; endDate: string } | null {
  if (startDate === null || endDate === null) return null;
  const start = Date.parse(`${startDate}T00:00:00Z`);
  const end = Date.parse(`${endDate}T00:00:00Z`);
  if (!(start <= end)) return null;
  const before = start - (end - start) - dayMs;
  if (before < firstDay) return null;
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { startDate: dayOf(before), endDate: dayOf(start - dayMs) };
}
