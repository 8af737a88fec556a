import { codeUnitOrder } from '../text/codeUnitOrder.ts';
import type { QueryRow } from './questionSuggestions.ts';

/** A third of a source's queries by count: searched often, sometimes or rarely. */
export type FrameStratum = { name: string; size: number; drawn: string[] };

/** All candidate queries at one time, and the random sample drawn from them. */
export type SamplingFrame = {
  id: string;
  websiteId: string;
  /** SHA-256 of the frame's queries. It seeds the draw, so anyone can repeat it. */
  digest: string;
  size: number;
  strata: FrameStratum[];
  createdAt: string;
};

const levels = ['often', 'sometimes', 'seldom'] as const;
export const minDrawn = 10;

/**
 * Groups the queries of a frame by source and by thirds of their counts; parts too small to draw from are merged with
 * the next.
 */
function strataOf(rows: readonly QueryRow[]): { name: string; rows: QueryRow[] }[] {
  return [...Map.groupBy(rows, ({ label }) => label)].flatMap(([label, ofSource]) => {
    const sorted = ofSource.toSorted((a, b) => b.count - a.count || codeUnitOrder(a.query, b.query));
    if (sorted.length < 2 * levels.length) return [{ name: label, rows: sorted }];
    const third = Math.ceil(sorted.length / levels.length);
    return levels.map((level, index) => ({
      name: `${label}, ${level}`,
      rows: sorted.slice(index * third, (index + 1) * third),
    }));
  });
}

/**
 * Draws a stratified sample in proportion to the strata's sizes: at least two of each, or all if there are fewer.
 * @param orderOf a number from 0 to 1 for each query, derived from the digest of the frame: the lowest are drawn
 */
export function drawStrata(
  rows: readonly QueryRow[],
  size: number,
  orderOf: (query: string) => number,
): FrameStratum[] {
  const strata = strataOf(rows);
  const least = strata.map((stratum) => Math.min(2, stratum.rows.length));
  const rest = Math.max(0, size - least.reduce((sum, count) => sum + count, 0));
  const open = strata.map((stratum, index) => stratum.rows.length - (least[index] ?? 0));
  const total = open.reduce((sum, count) => sum + count, 0);
  const exact = open.map((count) => (total === 0 ? 0 : (Math.min(rest, total) * count) / total));
  const shares = exact.map(Math.floor);
  const missing = Math.min(rest, total) - shares.reduce((sum, count) => sum + count, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1;
  return strata.map((stratum, index) => ({
    name: stratum.name,
    size: stratum.rows.length,
    drawn: stratum.rows
      .map(({ query }) => ({ query, place: orderOf(query) }))
      .toSorted((a, b) => a.place - b.place)
      .slice(0, (least[index] ?? 0) + (shares[index] ?? 0))
      .map(({ query }) => query),
  }));
}
