import { overlapOfNumbered } from '../../../../src/domain/statistics/rankBiasedOverlap.ts';

/** Returns the overlap of two lists; null if both are empty. */
export function rankBiasedOverlap(first: readonly string[], second: readonly string[], p?: number): number | null {
  const items = [...new Set([...first, ...second])];
  const numbered = (list: readonly string[]) => Int32Array.from(list, (item) => items.indexOf(item));
  const overlap = overlapOfNumbered(items.length, p)(numbered(first), numbered(second));
  return Number.isNaN(overlap) ? null : overlap;
}
