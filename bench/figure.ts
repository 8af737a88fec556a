/**
 * A bench case: a name, and a `run` that measures and returns figures. A case alternates between its subject and its
 * bare baseline in the same run, so that the load of the machine affects both; the ratio counts, because milliseconds
 * depend on the machine. A case that cannot run here throws `Skipped` with the reason.
 */
export type Bench = {
  name: string;
  /** @param args the command-line arguments after the name */
  run(args: readonly string[]): Promise<readonly Figure[]>;
};

/** One measured figure. `value` and `baseline` share the unit. */
export type Figure = {
  what: string;
  unit: string;
  value: number;
  /** The same work without the service; null if the figure has no baseline. */
  baseline: number | null;
  /** Required bound of the ratio value / baseline, or of the value; null: for the record only. */
  target: { of: 'ratio' | 'value'; atLeast: number } | { of: 'ratio' | 'value'; atMost: number } | null;
};

/** Thrown with the reason why a case did not run. */
export class SkippedFigure extends Error {}

function ratioOf(figure: Figure): number | null {
  return figure.baseline === null || figure.baseline === 0 ? null : figure.value / figure.baseline;
}

/** Returns null if there is no target, or no baseline for it. */
function meetsTarget(figure: Figure): boolean | null {
  const { target } = figure;
  if (target === null) return null;
  const measured = target.of === 'ratio' ? ratioOf(figure) : figure.value;
  if (measured === null || Number.isNaN(measured)) return null;
  return 'atLeast' in target ? measured >= target.atLeast : measured <= target.atMost;
}

/** Returns the middle value; for an even number of values, the upper middle. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Returns the nearest-rank percentile, `share` in 0..1. NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function shown(value: number | null): string {
  if (value === null) return '-';
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

function targetText(figure: Figure): string {
  const { target } = figure;
  if (target === null) return '-';
  const sign = 'atLeast' in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`;
  return target.of === 'ratio' ? `ratio ${sign}` : sign;
}

/** Formats figures as lines under a heading, with aligned columns. */
export function figureTable(rows: readonly { bench: string; figure: Figure }[]): string {
  const lines = [['case', 'figure', 'value', 'baseline', 'ratio', 'unit', 'target', '']];
  for (const { bench, figure } of rows) {
    const met = meetsTarget(figure);
    lines.push([
      bench,
      figure.what,
      shown(figure.value),
      shown(figure.baseline),
      shown(ratioOf(figure)),
      figure.unit,
      targetText(figure),
      met === null ? '' : met ? 'ok' : 'SHORT',
    ]);
  }
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const numeric = new Set([2, 3, 4]);
  return lines
    .map((line) =>
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return numeric.has(column) ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
