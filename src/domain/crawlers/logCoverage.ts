import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import { type LogSource, logSourceKinds } from './logImport.ts';

/** Hours for which logs contain any line. Outside them nothing was measured, which is not the same as zero. */
export type LogCoverage = {
  hoursCovered: number;
  hoursInPeriod: number;
  firstAt: string | null;
  lastAt: string | null;
  hosts: string[];
  /** Gaps of a day or more without a line within the covered time. Of several equal ones all are listed. */
  gaps: { from: string; to: string }[];
};

export type HourRow = { sourceId: string; hour: string; host: string };

const hourMs = 60 * 60 * 1000;
const gapHours = 24;
const maxGaps = 200;
const msOf = (hour: string): number => Date.parse(`${hour}:00:00Z`);
export const instantOf = (hour: string): string => `${hour}:00:00.000Z`;

/** @param hoursInPeriod hours of the period that have begun */
export function describeCoverage(rows: readonly HourRow[], hoursInPeriod: number): LogCoverage {
  const hours = [...new Set(rows.map(({ hour }) => hour))].toSorted(codeUnitOrder);
  const gaps = hours.flatMap((hour, index) => {
    const before = hours[index - 1];
    if (before === undefined || msOf(hour) - msOf(before) <= gapHours * hourMs) return [];
    return [{ from: new Date(msOf(before) + hourMs).toISOString(), to: instantOf(hour) }];
  });
  const [first] = hours;
  const last = hours.at(-1);
  return {
    hoursCovered: hours.length,
    hoursInPeriod,
    firstAt: first === undefined ? null : instantOf(first),
    lastAt: last === undefined ? null : instantOf(last),
    hosts: [...new Set(rows.map(({ host }) => host))].toSorted(codeUnitOrder),
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
