import { codeUnitOrder, sortedOnce } from '../text/codeUnitOrder.ts';
import { type LogSource, logSourceKinds } from './logImport.ts';

export type LogCoverage = ReturnType<typeof describeCoverage>;

export type HourRow = { sourceId: string; hour: string; host: string };

const hourMs = 60 * 60 * 1000;
const gapHours = 24;
const maxGaps = 200;
const msOf = (hour: string): number => Date.parse(`${hour}:00:00Z`);
export const instantOf = (hour: string): string => `${hour}:00:00.000Z`;

/**
 * Describes the hours for which logs contain any line. Outside them nothing was measured, which is not the same as
 * zero. Gaps of a day or more are listed.
 * @param hoursInPeriod hours of the period that have begun
 */
export function describeCoverage(rows: readonly HourRow[], hoursInPeriod: number) {
  const hours = sortedOnce(rows.map(({ hour }) => hour));
  const gaps = hours.flatMap((hour, index) => {
    const before = hours[index - 1];
    if (before === undefined || msOf(hour) - msOf(before) <= gapHours * hourMs) return [];
    return [{ from: new Date(msOf(before) + hourMs).toISOString(), to: instantOf(hour) }];
  });
  const [first = null, last = null] = [hours[0], hours.at(-1)];
  return {
    hoursCovered: hours.length,
    hoursInPeriod,
    firstAt: first === null ? null : instantOf(first),
    lastAt: last === null ? null : instantOf(last),
    hosts: sortedOnce(rows.map(({ host }) => host)),
    gaps: gaps.slice(0, maxGaps),
  };
}

/**
 * Chooses the one source that counts for each host and hour: a CDN and its origin log the same request, and the source
 * nearest to the visitor saw all of them. Keys are `hour host`.
 */
export function countingSources(
  rows: readonly HourRow[],
  sources: readonly Pick<LogSource, 'id' | 'kind' | 'createdAt'>[],
): Map<string, string> {
  const rank = new Map(
    sources
      .toSorted(
        (a, b) =>
          logSourceKinds.indexOf(a.kind) - logSourceKinds.indexOf(b.kind) || codeUnitOrder(a.createdAt, b.createdAt),
      )
      .map(({ id }, index) => [id, index]),
  );
  const sourceByHour = new Map<string, string>();
  for (const { sourceId, hour, host } of rows) {
    const key = `${hour} ${host}`;
    const before = sourceByHour.get(key);
    if (before === undefined || (rank.get(sourceId) ?? 0) < (rank.get(before) ?? 0)) sourceByHour.set(key, sourceId);
  }
  return sourceByHour;
}
