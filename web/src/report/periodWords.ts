import type { ReportFilters } from '../api/reports.ts';
import { today } from '../format/days.ts';
import { countWithNoun } from '../format/numbers.ts';
import { shortDate } from '../format/times.tsx';

/** Formats the dates of a report for a column or a figure: `28 days`, `all dates` or `5 Oct – 1 Nov`. */
export function periodWords({ startDate, endDate }: ReportFilters): string {
  if (startDate === undefined) return 'all dates';
  const last = endDate ?? today();
  const days = (Date.parse(last) - Date.parse(startDate)) / 86_400_000 + 1;
  return last === today() ? countWithNoun(days, 'day') : `${shortDate(startDate)} – ${shortDate(last)}`;
}
