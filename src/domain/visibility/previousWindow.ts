import type { DateWindow } from './scope.ts';

const dayMs = 86_400_000;

/**
 * The period of equal length that ends the day before this one starts; null when either date is open, because a period
 * without a length has no equal. Dates are inclusive UTC days.
 */
export function previousWindow({ startDate, endDate }: DateWindow): { startDate: string; endDate: string } | null {
  if (startDate === null || endDate === null) return null;
  const start = Date.parse(`${startDate}T00:00:00Z`);
  const end = Date.parse(`${endDate}T00:00:00Z`);
  if (!(start <= end)) return null;
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { startDate: dayOf(start - (end - start) - dayMs), endDate: dayOf(start - dayMs) };
}
