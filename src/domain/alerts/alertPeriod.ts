/** Inclusive UTC dates. */
export type AlertPeriod = { startDate: string; endDate: string };

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** 1970-01-05, a Monday, on which weeks begin; longer periods begin on every second or fourth such Monday. */
const anchor = 4 * dayMs;

function periodFrom(start: number, days: number): AlertPeriod {
  const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { startDate: dateOf(start), endDate: dateOf(start + (days - 1) * dayMs) };
}

/** Returns the last completed period of the given length. @param now ISO 8601 UTC */
export function endedPeriod(now: string, days: number): AlertPeriod {
  const length = days * dayMs;
  const current = anchor + Math.floor((Date.parse(now) - anchor) / length) * length;
  return periodFrom(current - length, days);
}

/** Returns the period after this one, of the given length. */
export function periodAfter(period: AlertPeriod, days: number): AlertPeriod {
  return periodFrom(Date.parse(endOfPeriod(period)), days);
}

/** Returns the end of a period, ISO 8601 UTC. */
export function endOfPeriod({ endDate }: AlertPeriod): string {
  return new Date(Date.parse(`${endDate}T00:00:00.000Z`) + dayMs).toISOString();
}

/** Lists the periods that ended between two times, earliest first; `from` is included. */
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

/** Maximum time for which an evaluation waits for answers that were requested within the period. */
const maxWaitMs = 26 * hourMs;
/** Minimum wait, because a request made at the end of the period may not have been saved yet. */
const minWaitMs = 2 * hourMs;

/** Returns true if a period may be evaluated now: its answers have arrived, or the maximum wait is over. */
export function canEvaluate(period: AlertPeriod, now: string, hasActiveRuns: boolean): boolean {
  const sinceMs = Date.parse(now) - Date.parse(endOfPeriod(period));
  return sinceMs >= maxWaitMs || (sinceMs >= minWaitMs && !hasActiveRuns);
}
