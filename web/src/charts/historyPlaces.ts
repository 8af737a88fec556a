import type { OutputOf } from '../../../src/contract/callTypes.ts';

type Point = OutputOf<'visibilityHistory'>['points'][number];

/** Room above the chart, and its height, in pixels. */
export const top = 36;
export const plot = 168;

type Place = { x: number; y: number };

/**
 * Returns own points connected by lines, as `x,y` lists: only complete neighbours with the same questions are
 * connected.
 */
export function selectLines(
  points: readonly Point[],
  x: (index: number) => number,
  y: (value: number) => number,
): readonly string[] {
  const lines: string[][] = [];
  for (const [index, { score, partial, changed }] of points.entries()) {
    if (score === null || partial) continue;
    const place = `${x(index)},${y(score)}`;
    const line = lines.at(-1);
    if (line === undefined || changed.length > 0) lines.push([place]);
    else line.push(place);
  }
  return lines.filter(({ length }) => length > 1).map((line) => line.join(' '));
}

/** Lays out the rivals of a history: lines between comparable points, and label positions. */
export function deriveRivals(points: readonly Point[], x: (index: number) => number, y: (value: number) => number) {
  const domains = points[0]?.rivals.map(({ domain }) => domain) ?? [];
  const sample = domains.map((domain, at) => {
    const lines: Place[][] = [];
    for (const [index, point] of points.entries()) {
      const rate = point.rivals[at]?.rate ?? null;
      // A partial period is not connected and positions no label.
      if (rate === null || point.partial) continue;
      const place = { x: x(index), y: y(rate) };
      const line = lines.at(-1);
      if (line === undefined || point.changed.length > 0) lines.push([place]);
      else line.push(place);
    }
    const dots = lines.flat();
    const joined = lines.filter(({ length }) => length > 1);
    return {
      domain,
      dots,
      lines: joined.map((line) => line.map((place) => `${place.x},${place.y}`).join(' ')),
      end: dots.at(-1)?.y ?? top + plot,
    };
  });
  // Places labels at the lines' ends, moved apart if they would overlap.
  let above = Number.NEGATIVE_INFINITY;
  for (const one of sample.toSorted((a, b) => a.end - b.end)) {
    one.end = Math.max(one.end, above + 15);
    above = one.end;
  }
  // Then moves labels up from the axis, because the dates are below it.
  let below = top + plot + 15;
  for (const one of sample.toSorted((a, b) => b.end - a.end)) {
    one.end = Math.min(one.end, below - 15);
    below = one.end;
  }
  return sample;
}

/** Chooses labels from the newest back, as many as do not overlap. @param room width of a label, in pixels */
export function collectLabels(places: readonly number[], room: number): Set<number> {
  const labelled = new Set<number>();
  let next = Number.POSITIVE_INFINITY;
  for (const [index, place] of [...places.entries()].reverse()) {
    if (next - place < room) continue;
    labelled.add(index);
    next = place;
  }
  return labelled;
}
