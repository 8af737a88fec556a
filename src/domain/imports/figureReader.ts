import { invalidField } from '../errors.ts';
import type { CsvRecord } from '../text/csvReader.ts';
import {
  dayOf,
  type Figures,
  type ImportMetric,
  importMetricList,
  type OwnerFigure,
  type TableColumns,
} from './importKind.ts';
import { misreportedDays } from './searchConsole.ts';

/** Decimal separator of a file. */
type DecimalStyle = 'point' | 'comma';

const shape = /^[+-]?\d[\d.,'’]*%?$/;

const bare = (text: string): string => text.replace(/[\s\u00a0\u202f]/g, '');

const grouped: Record<DecimalStyle, RegExp> = { point: /^\d{1,3}(?:[,'’]\d{3})+$/, comma: /^\d{1,3}(?:[.'’]\d{3})+$/ };

/**
 * Returns the decimal separator that a cell proves; null if both readings are possible, as in `1.234`.
 * @param isWhole true for a column of counts, in which a separator before three digits groups thousands
 */
export function styleProvedBy(text: string, isWhole: boolean): DecimalStyle | null {
  const cell = bare(text);
  if (!shape.test(cell)) return null;
  const digits = cell.replace(/^[+-]|%$/g, '');
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1];
  if (points > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? 'point' : 'comma';
  if (points + commas === 0) return null;
  const sign = points > 0 ? 'point' : 'comma';
  const other = points > 0 ? 'comma' : 'point';
  if (points + commas > 1) return grouped[other].test(digits) ? other : null;
  const [whole = '', rest = ''] = digits.split(/[.,]/);
  if (rest.length !== 3 || whole.length > 3 || whole === '0') return sign;
  return isWhole ? other : null;
}

/** Reads a number in a known style; null for an empty cell, undefined if it contains no number. */
export function readNumber(text: string, style: DecimalStyle): number | null | undefined {
  const cell = bare(text);
  if (cell === '' || cell === '-' || cell === '–' || cell === '—') return null;
  const [whole = '', fraction, ...more] = cell.split(style === 'point' ? '.' : ',');
  const isWhole = /^\d+$/.test(whole) || grouped[style].test(whole);
  if (!isWhole || more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined;
  const value = Number(`${whole.replace(/\D/g, '')}.${fraction ?? '0'}`);
  return value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

/** Collects proofs of a file's decimal separator, with the first row of each. */
export class StyleSurvey {
  readonly #rows: Partial<Record<DecimalStyle, string>> = {};

  /** @throws invalid_request if the file mixes both separators */
  take(file: string, { row, cells }: CsvRecord, { metrics }: TableColumns): void {
    const whole = new Set(importMetricList.filter((metric) => metric !== 'position').map((metric) => metrics[metric]));
    for (const [index, cell] of cells.entries()) {
      if (!cell.endsWith('%') && !Object.values(metrics).includes(index)) continue;
      const style = styleProvedBy(cell, whole.has(index));
      if (style !== null) this.#rows[style] ??= `${file}, row ${row}, column ${index + 1}`;
    }
    const { point, comma } = this.#rows;
    if (point !== undefined && comma !== undefined) {
      throw invalidField('body', `mixes decimal signs: a point in ${point}, and a comma in ${comma}`);
    }
  }

  get style(): DecimalStyle {
    return this.#rows.comma === undefined ? 'point' : 'comma';
  }
}

/**
 * Reads one row of a table with known columns; null for a row without a subject.
 * @throws invalid_request naming file, row and column of an invalid day or number
 */
export function readFigure(
  file: string,
  { row, cells }: CsvRecord,
  columns: TableColumns,
  style: DecimalStyle,
): OwnerFigure | null {
  const refuse = (column: number, reason: string): Error =>
    invalidField('body', `${file}, row ${row}, column ${column + 1} ${reason}`);
  const zero = cells.findIndex((cell) => cell.includes('\u0000'));
  if (zero >= 0) throw refuse(zero, 'holds a zero byte');
  const subject = (cells[columns.key] ?? '').trim();
  if (subject === '') return null;
  const key = columns.dimension === 'day' ? dayOf(subject) : subject;
  if (key === null) throw refuse(columns.key, 'is not a date');
  if (key.length > maxKeyLength) throw refuse(columns.key, `is longer than ${maxKeyLength} letters`);
  const figures: Partial<Record<ImportMetric, number | null>> = {};
  for (const metric of importMetricList) {
    const column = columns.metrics[metric];
    if (column === undefined) continue;
    const value = readNumber(cells[column] ?? '', style);
    if (value === undefined || (value !== null && metric !== 'position' && !Number.isInteger(value))) {
      throw refuse(column, metric === 'position' ? 'is not a number' : 'is not a whole number');
    }
    figures[metric] = value;
  }
  const detail = columns.detail === undefined ? '' : (cells[columns.detail] ?? '').trim().slice(0, 200);
  return { dimension: columns.dimension, key, detail, figures };
}

const maxKeyLength = 2_000;

type Dates = { startDate: string | null; endDate: string | null };

/** Returns true if a period contains a day whose impressions and positions Google logged wrongly. */
export function isMisreported(kind: string, { startDate, endDate }: Dates): boolean {
  if (kind !== 'search-console' || startDate === null || endDate === null) return false;
  return startDate <= misreportedDays.last && endDate >= misreportedDays.first;
}

/** Leaves out wrongly logged figures: for a day by its date, for other rows by the dates of the file. */
export function withoutMisreported(kind: string, figure: OwnerFigure, dates: Dates): OwnerFigure {
  const own = figure.dimension === 'day' ? { startDate: figure.key, endDate: figure.key } : dates;
  if (!isMisreported(kind, own)) return figure;
  const { impressions: _impressions, position: _position, ...rest }: Figures = figure.figures;
  return { ...figure, figures: rest };
}
