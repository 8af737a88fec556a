import { median } from '../statistics/median.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';

/** A page with its first verified read and first citation, each null if none was seen. */
type ReadAndCitedPage = {
  page: string;
  firstReadAt: string | null;
  firstCitedAt: string | null;
  /**
   * Whole days from the first read to the first citation; negative if the citation came first. Null unless both exist.
   */
  days: number | null;
};

export type ReadAndCited = {
  /** Number of pages that were first read and then cited, on which the figures are based. Quartiles need 5 pages. */
  pairs: number;
  medianDays: number | null;
  quartileDays: { lower: number; upper: number } | null;
  citedNeverRead: number;
  readNeverCited: number;
  rows: ReadAndCitedPage[];
};

const dayMs = 24 * 60 * 60 * 1000;
const minPairs = 5;

/**
 * Compares the times of reads and citations of pages. The order does not prove a cause, because engines also read
 * copies and indexes.
 */
export function readAndCited(reads: ReadonlyMap<string, string>, citations: ReadonlyMap<string, string>): ReadAndCited {
  const rows = [...new Set([...reads.keys(), ...citations.keys()])].map((page): ReadAndCitedPage => {
    const [firstReadAt, firstCitedAt] = [reads.get(page) ?? null, citations.get(page) ?? null];
    const isPair = firstReadAt !== null && firstCitedAt !== null;
    const days = isPair ? Math.floor((Date.parse(firstCitedAt) - Date.parse(firstReadAt)) / dayMs) : null;
    return { page, firstReadAt, firstCitedAt, days };
  });
  const followed = rows.flatMap(({ days }) => (days === null || days < 0 ? [] : [days])).toSorted((a, b) => a - b);
  const isEnough = followed.length >= minPairs;
  const half = Math.floor(followed.length / 2);
  const [lower, upper] = [median(followed.slice(0, half)), median(followed.slice(followed.length - half))];
  return {
    pairs: followed.length,
    medianDays: isEnough ? median(followed) : null,
    quartileDays: isEnough && lower !== null && upper !== null ? { lower, upper } : null,
    citedNeverRead: rows.filter(({ firstReadAt }) => firstReadAt === null).length,
    readNeverCited: rows.filter(({ firstCitedAt }) => firstCitedAt === null).length,
    rows: rows.toSorted(
      (a, b) => codeUnitOrder(b.firstCitedAt ?? '', a.firstCitedAt ?? '') || codeUnitOrder(a.page, b.page),
    ),
  };
}
