const dayMs = 86_400_000;

export const bucketSizes = ['day', 'week', 'month'] as const;
export type BucketSize = (typeof bucketSizes)[number];

/** UTC dates, both inclusive. */
export type Dates = { start: string; end: string };

/** Returns the day, the week from Monday, or the month that contains a UTC date. */
export function buildBucket(date: string, size: BucketSize): Dates {
  if (size === 'day') return { start: date, end: date };
  const at = Date.parse(`${date}T00:00:00.000Z`);
  if (size === 'week') {
    const start = at - ((new Date(at).getUTCDay() + 6) % 7) * dayMs;
    return { start: dateOf(start), end: dateOf(start + 6 * dayMs) };
  }
  const [year = 0, month = 1] = date.split('-').map(Number);
  return { start: `${date.slice(0, 7)}-01`, end: dateOf(Date.UTC(year, month, 0)) };
}

/** Returns the part of a bucket within a period; an open end of the period does not cut it. */
export function cutDates(bucket: Dates, startDate: string | null, endDate: string | null): Dates {
  return {
    start: startDate !== null && startDate > bucket.start ? startDate : bucket.start,
    end: endDate !== null && endDate < bucket.end ? endDate : bucket.end,
  };
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
