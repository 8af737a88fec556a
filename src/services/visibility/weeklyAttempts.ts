import { buildBucket, cutDates } from '../../domain/visibility/buckets.ts';
import type { WeekOfAttempts } from '../../domain/visibility/reportData.ts';
import type { DateWindow } from '../../domain/visibility/scope.ts';
import type { Db } from '../../store/database/transaction.ts';
import type { HistoryFilter } from '../../store/visibility/answerHistory.ts';
import { newestOfEachCase } from '../../store/visibility/attempts.ts';
import { daysOfAttempts } from '../../store/visibility/dayCounts.ts';
import { timesOf } from './periodAttempts.ts';

/** A year and some. */
const maxWeeks = 60;

/** The newest weeks of a period that have attempts, oldest first, each with the newest attempt and answer of a question. */
export async function weeklyAttempts(
  db: Db,
  filter: HistoryFilter,
  { startDate, endDate }: DateWindow,
): Promise<WeekOfAttempts[]> {
  const days = await daysOfAttempts(db, filter, timesOf({ startDate, endDate }));
  const starts = new Set(days.map(({ date }) => buildBucket(date, 'week').start));
  const weeks: WeekOfAttempts[] = [];
  for (const start of [...starts].slice(-maxWeeks)) {
    const dates = cutDates(buildBucket(start, 'week'), startDate, endDate);
    const times = timesOf({ startDate: dates.start, endDate: dates.end });
    weeks.push({ ...dates, attempts: await newestOfEachCase(db, { ...filter, ...times }) });
  }
  return weeks;
}
