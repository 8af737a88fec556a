import { median } from '../statistics/median.ts';
import { codeUnitOrder } from '../text/codeUnitOrder.ts';

const dayMs = 24 * 60 * 60 * 1000;
const minPairs = 5;

/**
 * Compares the times of reads and citations of pages. The order does not prove a cause, because engines also read
 * copies and indexes.
 */
export function readAndCited(reads: ReadonlyMap<string, string>, citations: ReadonlyMap<string, string>) {
  const rows = [...new Set([...reads.keys(), ...citations.keys()])].map((page) => {
    const [firstReadAt, firstCitedAt] = [reads.get(page) ?? null, citations.get(page) ?? null];
    const isPair = firstReadAt !== null && firstCitedAt !== null;
    // Negative if the citation came first.
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
