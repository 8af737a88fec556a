import type { OutputOf } from '../../contract/callTypes.ts';
import type { Csv } from '../../domain/text/csv.ts';
import { divisionOf } from '../../domain/visibility/query/divisions.ts';
import { decimal, formatPercent, plural, range } from './figures.ts';
import type { ReportView } from './view.ts';

type Queried = OutputOf<'queryReport'>;
type Unit = Queried['columns'][number]['unit'];
type Cell = Queried['rows']['rows'][number]['cells'][number];

const scaleOf = (unit: Unit): number => (unit === 'fraction' ? 100 : 1);

/** Builds one table: a row for each group of answers, with value, interval and counts of each metric. */
export function queryView({ head, columns, rows, notes }: Queried): ReportView {
  const { website, window, engines, simulated, leftOut, previousWindow } = head;
  const dates = `${window.startDate ?? 'the start'} to ${window.endDate ?? 'today'} (UTC)`;
  const label = divisionOf(head.by).label;
  return {
    head: [
      `Report of ${website.domain}, ${dates}`,
      ...(simulated ? ['SIMULATED: the bundled simulator answered. These are not measurements.'] : []),
      `Engines: ${engines.map((one) => one.label).join(', ')}`,
      ...leftOut.map((one) => `Left out: ${one.label}. ${one.reason}`),
    ],
    sections: [
      {
        title: `${plural(rows.total, 'row')} by ${head.by}`,
        columns: [
          'engine',
          { name: label.toLowerCase(), flexible: true },
          { name: 'answers', right: true },
          ...columns.flatMap(({ label: name, unit }) => [
            { name: name.toLowerCase() },
            ...(unit === 'position' ? [] : [{ name: '95 %', wide: true as const }]),
            ...(previousWindow === null ? [] : [{ name: 'before', right: true as const }]),
          ]),
        ],
        rows: rows.rows.map(({ engine, label: name, answers, cells }) => [
          ...[engine, name, String(answers)],
          ...columns.flatMap(({ unit }, at) => {
            const cell = cells[at];
            return cell === undefined ? [] : writeCell(cell, unit, previousWindow !== null);
          }),
        ]),
        empty: 'No answer in this period.',
      },
    ],
    notes,
  };
}

function writeCell({ value, interval, part, whole, previous }: Cell, unit: Unit, compared: boolean): string[] {
  const scale = scaleOf(unit);
  const before = compared ? [decimal(previous === null ? null : previous * scale)] : [];
  if (unit === 'position') return [decimal(value), ...before];
  const percent = value === null ? null : value * scale;
  return [formatPercent(percent, part ?? 0, whole ?? 0), range(interval, scale), ...before];
}

/** Writes every metric in the same columns, in its own unit. */
export function queryCsv({ head, columns, rows }: Queried): Csv {
  const snakeCase = (id: string): string => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return {
    columns: [
      ...['engine', head.by, 'label', 'answers'],
      ...columns.flatMap(({ id }) =>
        ['', '_lower', '_upper', '_part', '_whole', '_previous'].map((end) => `${snakeCase(id)}${end}`),
      ),
      'run_ids',
    ],
    rows: rows.rows.map(({ engine, key, label, answers, cells, runIds }) => [
      ...[engine, key, label, answers],
      ...cells.flatMap(({ value, interval, part, whole, previous }) => [
        ...[value, interval?.lower ?? null, interval?.upper ?? null, part, whole, previous],
      ]),
      runIds.join(' '),
    ]),
  };
}
