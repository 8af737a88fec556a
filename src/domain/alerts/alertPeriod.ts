/** Inclusive UTC dates. */
export type AlertPeriod = { startDate: string; endDate: string };

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** 1970-01-05, a Monday: weeks begin there, and longer periods with every second or fourth of them. */
const anchor = 4 * dayMs;

function periodFrom(start: number, days: number): AlertPeriod {
  const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { startDate: dateOf(start), endDate: dateOf(start + (days - 1) * dayMs) };
}

/** The last period of so many days that is over. @param now ISO 8601 UTC */
export function endedPeriod(now: string, days: number): AlertPeriod {
  const length = days * dayMs;
  const current = anchor + Math.floor((Date.parse(now) - anchor) / length) * length;
  return periodFrom(current - length, days);
}

/** The one that follows a period of so many days. */
export function periodAfter(period: AlertPeriod, days: number): AlertPeriod {
  return periodFrom(Date.parse(endOfPeriod(period)), days);
}

/** Returns the end of a period. ISO 8601 UTC. */
export function endOfPeriod({ endDate }: AlertPeriod): string {
  return new Date(Date.parse(`${endDate}T00:00:00.000Z`) + dayMs).toISOString();
}

/** The periods that were over between two times, the first included, the earliest first. */
export function periodsEndedBetween(from: string, until: string, days: number): AlertPeriod[] {
  const periods: AlertPeriod[] = [];
  const length = days * dayMs;
  let { startDate, endDate } = endedPeriod(until, days);
  while (endOfPeriod({ startDate, endDate }) >= from) {
    periods.unshift({ startDate, endDate });
    ({ startDate, endDate } = periodFrom(Date.parse(`${startDate}T00:00:00.000Z`) - length, days));
  }
  return periods;
}

/** After this long, an evaluation no longer waits for answers that were requested within the period. */
const maxWaitMs = 26 * hourMs;
/** Answers that take no longer are awaited in any case: what is in progress is known only once it was requested. */
const minWaitMs = 2 * hourMs;

/** Returns true if a period may be evaluated now: its answers are there, or have had all their time. */
export function isRipe(period: AlertPeriod, now: string, hasActiveRuns: boolean): boolean {
  const sinceMs = Date.parse(now) - Date.parse(endOfPeriod(period));
  return sinceMs >= maxWaitMs || (sinceMs >= minWaitMs && !hasActiveRuns);
}
