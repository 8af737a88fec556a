import type { VisibilityOverview } from '../../../../src/contract/wireTypes.ts';
import {
  type MetricFigures,
  reportMetrics,
  scoreMetric,
  shareMetric,
} from '../../../../src/domain/visibility/metrics.ts';
import type { Cell } from '../../format/files.ts';

export const numbersHead = [
  'Number',
  'Value',
  'Unit',
  'Lower 95 %',
  'Upper 95 %',
  'Numerator',
  'Denominator',
  'Left out: unknown',
  'No: by domain',
  'No: as you stated',
  'No: by name alone',
];

const unitWords = { percent: '0 to 100', fraction: 'fraction of 1', position: 'place' } as const;

/** Returns the numbers of the first screen as rows of a file. */
export function numbersOf(report: VisibilityOverview): Cell[][] {
  const { noBases, excludedUnknown } = report.visibilityScore;
  const bases = [excludedUnknown, noBases.by_domain, noBases.by_owner_word, noBases.by_name];
  const among = report.shareAmongRivals;
  return reportMetrics.flatMap((metric): Cell[][] => {
    const row = listCells(metric.label, metric.unit, metric.read(report));
    if (metric === scoreMetric) return [[...row.slice(0, -bases.length), ...bases]];
    if (metric !== shareMetric || among === null) return [row];
    const amongRivals = metric.read({ shareOfVoice: among });
    return [row, listCells(`${metric.label} among declared rivals`, metric.unit, amongRivals)];
  });
}

function listCells(
  label: string,
  unit: keyof typeof unitWords,
  { value, interval, part, whole }: MetricFigures,
): Cell[] {
  const [lower, upper] = [interval?.lower ?? null, interval?.upper ?? null];
  return [label, value, unitWords[unit], lower, upper, part, whole, null, null, null, null];
}
