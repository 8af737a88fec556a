import { columnMetrics, describeMetric, scoreMetric } from '../../../../src/domain/visibility/metrics.ts';
import type { EngineColumn } from '../../api/engineQueries.ts';
import type { Cell } from '../../format/files.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';

/** Formats `5 of 12 answers`. */
export const ofOne = (part: number, whole: number, noun: string): string =>
  `${integer(part)} of ${countWithNoun(whole, noun)}`;

type FileColumn = readonly [head: string, value: (column: EngineColumn) => Cell];

/** Returns the columns of a metric in a file: value, interval, part and whole. */
function metricColumns(metric: (typeof columnMetrics)[number]): FileColumn[] {
  const { value, ends, part, whole } = metric.heads;
  return [
    [value, (column) => metric.read(column).value],
    ...(ends === null
      ? []
      : ([
          [`${ends} lower 95 %`, (column) => metric.read(column).interval?.lower ?? null],
          [`${ends} upper 95 %`, (column) => metric.read(column).interval?.upper ?? null],
        ] satisfies FileColumn[])),
    ...(part === null ? [] : ([[part, (column) => metric.read(column).part]] satisfies FileColumn[])),
    [whole, (column) => metric.read(column).whole],
  ];
}

const cannotTell: FileColumn = ['Undecided answers', (column) => column.visibilityScore.excludedUnknown];

const fileColumns: readonly FileColumn[] = [
  ['Engine', ({ engine }) => engine],
  ['Models', ({ comparability }) => comparability.models.join(' ')],
  ...columnMetrics.flatMap((metric) => [...metricColumns(metric), ...(metric === scoreMetric ? [cannotTell] : [])]),
  ['Domains cited', ({ sources }) => sources.total],
  ['Citations', ({ sources }) => sources.citations],
  ['Questions answered', ({ coverage }) => coverage.questionsAnswered],
  ['Questions', ({ coverage }) => coverage.questions],
  ['Answers', ({ runIds }) => runIds.join(' ')],
];

export const figureHead: readonly string[] = fileColumns.map(([head]) => head);
export const figureFile = (column: EngineColumn): Cell[] => fileColumns.map(([, value]) => value(column));

export const figureNotes: readonly string[] = [
  ...columnMetrics.map(describeMetric),
  'Sources: domains that the latest answers cite, each once per answer. The source filter above changes only this row.',
];
