import type { VisibilityAttempt } from '../../domain/identity/attempt.ts';
import {
  type CountedAttempts,
  type DateWindow,
  maxAttempts,
  maxCountedAttempts,
  maxRecentAttempts,
} from '../../domain/visibility/scope.ts';
import type { Db } from '../../store/database/transaction.ts';
import type { HistoryFilter, Times } from '../../store/visibility/answerHistory.ts';
import { newestAttempts, newestOfEachCase } from '../../store/visibility/attempts.ts';
import { type DayOfAttempts, daysOfAttempts } from '../../store/visibility/dayCounts.ts';

/** Attempts that a report reads, and their total number. */
export type Period = {
  attempts: VisibilityAttempt[];
  truncated: boolean;
  /** Null if counting would cost more than the report. */
  matched: number | null;
  /** Null if only the attempts that are read count. */
  counted: CountedAttempts | null;
  /** The period, from the oldest day that counts. */
  window: DateWindow;
  /** All days of the period, older ones included; null if only the newest attempts are read. */
  days: readonly DayOfAttempts[] | null;
};

const dayMs = 86_400_000;

/** Times are compared as text, and the day after 9999-12-31 would sort before all others, so it cannot be a bound. */
const lastDay = '9999-12-31';

export function timesOf({ startDate, endDate }: DateWindow): Times {
  const isOpen = endDate === null || endDate === lastDay;
  return {
    from: startDate === null ? null : `${startDate}T00:00:00.000Z`,
    before: isOpen ? null : new Date(Date.parse(`${endDate}T00:00:00.000Z`) + dayMs).toISOString(),
  };
}

/** Reads only the newest hundred attempts. */
export async function newestOfPeriod(db: Db, filter: HistoryFilter, window: DateWindow): Promise<Period> {
  const newest = await newestAttempts(db, { ...filter, ...timesOf(window) }, maxAttempts + 1);
  const truncated = newest.length > maxAttempts;
  const attempts = newest.slice(0, maxAttempts);
  return { attempts, truncated, matched: truncated ? null : attempts.length, counted: null, window, days: null };
}

/**
 * Reads a period of any size: all its attempts are counted, and those on which a number may be based are read. The
 * newest attempt and the newest answer of every question are always included.
 */
export async function wholePeriod(db: Db, filter: HistoryFilter, window: DateWindow): Promise<Period> {
  const all = await daysOfAttempts(db, filter, timesOf(window));
  const matched = totalOf(all);
  const days = newestDays(all);
  const dates = {
    startDate: days.length < all.length ? (days[0]?.date ?? null) : window.startDate,
    endDate: window.endDate,
  };
  const whole = { ...filter, ...timesOf(dates) };
  const counted = countByStatus(days);
  const recent = await newestAttempts(db, whole, maxRecentAttempts);
  const knownKeys = new Set(recent.map(({ runId }) => runId));
  const further = counted.considered > recent.length ? await newestOfEachCase(db, whole) : [];
  const attempts = [...recent, ...further.filter(({ runId }) => !knownKeys.has(runId))];
  return { attempts, truncated: counted.considered < matched, matched, counted, window: dates, days: all };
}

/** Returns whole days from the newest back, up to the maximum count. */
export function newestDays(days: readonly DayOfAttempts[]): readonly DayOfAttempts[] {
  if (totalOf(days) <= maxCountedAttempts) return days;
  let total = 0;
  for (const [index, { date }] of [...days.entries()].reverse()) {
    total += days[index]?.attempts ?? 0;
    if (total > maxCountedAttempts) return days.filter((day) => day.date > date);
  }
  return days;
}

const totalOf = (days: readonly DayOfAttempts[]): number => days.reduce((sum, { attempts }) => sum + attempts, 0);

export function countByStatus(statuses: readonly Pick<DayOfAttempts, 'status' | 'attempts'>[]): CountedAttempts {
  const count = (...targets: readonly string[]) =>
    statuses.reduce((sum, { status, attempts }) => sum + (targets.includes(status) ? attempts : 0), 0);
  return {
    considered: statuses.reduce((sum, { attempts }) => sum + attempts, 0),
    completed: count('completed'),
    failed: count('failed'),
    cancelled: count('cancelled'),
    active: count('queued', 'running', 'requires_action'),
  };
}
