import { codeUnitOrder, firstOnce } from '../../text/codeUnitOrder.ts';
import { countedMetrics, describeMetric, type MetricFigures } from '../metrics.ts';
import { type DivisionId, type DivisionScope, divisionOf } from './divisions.ts';
import type { ReportRow } from './reportRow.ts';

/** A report as a value: how answers are grouped, and what is counted in each group. */
export type ReportQuery = {
  by: DivisionId;
  /** Ids of `countedMetrics`, each once. */
  metrics: readonly string[];
  limit: number;
};

export type ReportColumn = { id: string; label: string; unit: (typeof countedMetrics)[number]['unit']; of: string };

export type ReportCell = MetricFigures & {
  /** Value in the previous period; null if none is compared, or if it has none. */
  previous: number | null;
};

export type QueriedRow = {
  engine: string;
  /** The day, id or domain of the row; empty without grouping. */
  key: string;
  label: string;
  /** Number of answers in the row. */
  answers: number;
  /** One per column, in order. */
  cells: ReportCell[];
  /** At most 20 of the runs it is based on; `totalRunIds` counts all. */
  runIds: string[];
  totalRunIds: number;
};

export type ReportTable = {
  columns: ReportColumn[];
  rows: { total: number; rows: QueriedRow[] };
  notes: string[];
};

const maxRunIds = 20;

/**
 * Computes each metric for each group of answers, for every engine separately: no figure combines two.
 * @param before answers of the previous period; null: nothing is compared
 */
export function runQuery(
  { by, metrics: ids, limit }: ReportQuery,
  rows: readonly ReportRow[],
  before: readonly ReportRow[] | null,
  scope: DivisionScope,
): ReportTable {
  const division = divisionOf(by);
  const metrics = ids.flatMap((id) => countedMetrics.filter((metric) => metric.id === id));
  const previous = part(before ?? [], by, scope);
  const all = [...part(rows, by, scope)].map(([place, { engine, key, rows: ofKey }]): QueriedRow => {
    const domain = division.targetOf?.(key) ?? scope.website;
    const target = { domain, own: domain === scope.website };
    const runIds = new Set(ofKey.map(({ runId }) => runId));
    return {
      ...{ engine, key, label: division.labelOf(key, scope) },
      answers: ofKey.filter(({ says }) => says !== null).length,
      cells: metrics.map((metric) => ({
        ...metric.count(ofKey, target),
        previous: metric.count(previous.get(place)?.rows ?? [], target).value,
      })),
      ...{ runIds: firstOnce(runIds, maxRunIds), totalRunIds: runIds.size },
    };
  });
  const order = division.isTime
    ? (a: QueriedRow, b: QueriedRow) => codeUnitOrder(a.key, b.key)
    : (a: QueriedRow, b: QueriedRow) => b.answers - a.answers || codeUnitOrder(a.key, b.key);
  all.sort((a, b) => codeUnitOrder(a.engine, b.engine) || order(a, b));
  return {
    columns: metrics.map(({ id, label, unit, of }) => ({ id, label, unit, of })),
    rows: { total: all.length, rows: all.slice(0, limit) },
    notes: [
      ...(division.note === null ? [] : [division.note]),
      ...(before === null
        ? []
        : ['These differences from the previous period are not tested. The overview tests them.']),
      ...metrics.map(describeMetric),
    ],
  };
}

type Part = { engine: string; key: string; rows: ReportRow[] };

function part(rows: readonly ReportRow[], by: DivisionId, scope: DivisionScope): Map<string, Part> {
  const division = divisionOf(by);
  const parts = new Map<string, Part>();
  for (const row of rows) {
    for (const key of division.keysOf(row, scope)) {
      const place = `${row.engine} ${key}`;
      const ofKey = parts.get(place) ?? { engine: row.engine, key, rows: [] };
      ofKey.rows.push(row);
      parts.set(place, ofKey);
    }
  }
  return parts;
}
