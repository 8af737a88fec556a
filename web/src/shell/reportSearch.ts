import type { ReportFilters } from '../api/reports.ts';
import { daysBefore, today } from '../format/days.ts';

/** Filters of a report, stored in the address, so that a link shows another member the same report. */
export type ReportSearch = {
  from?: string;
  to?: string;
  /** True for all dates. */
  all?: true;
  /** Id of the engine whose answers are counted; omitted for the declared one. */
  engine?: string;
  model?: string;
  source?: 'owned' | 'external';
  tag?: string;
  /** Questions that name the website: counted too, or exclusively. */
  branded?: 'include' | 'only';
  /** Interval of the points in the chart over time. */
  points?: 'day' | 'week' | 'month';
  /** Domains drawn next to the website, comma-separated. */
  beside?: string;
};

/** Returns true for an existing date: 31 February would be parsed as a day in March. */
const isDate = (value: unknown): value is string => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
};

/** Accepts valid parameters of an address and ignores others. */
export function readReportSearch(input: Record<string, unknown>): ReportSearch {
  const search: ReportSearch = {};
  if (input.all === true || input.all === 'true') search.all = true;
  const { from, to } = input;
  // Without a last day, the period ends today.
  if (search.all === undefined && isDate(from) && (to === undefined || isDate(to)) && from <= (to ?? today())) {
    search.from = from;
    if (to !== undefined) search.to = to;
  }
  const { engine, model, source } = input;
  if (typeof engine === 'string' && /^[a-z0-9-]{1,40}$/.test(engine)) search.engine = engine;
  if (typeof model === 'string' && model !== '' && model.length <= 100) search.model = model;
  if (source === 'owned' || source === 'external') search.source = source;
  const { tag, branded, points } = input;
  if (typeof tag === 'string' && tag.trim() !== '' && [...tag].length <= 40) search.tag = tag;
  if (branded === 'include' || branded === 'only') search.branded = branded;
  if (typeof input.beside === 'string' && /^[a-z0-9.,-]{1,1300}$/.test(input.beside)) search.beside = input.beside;
  if (points === 'day' || points === 'week' || points === 'month') search.points = points;
  return search;
}

/** Returns only dates and engine: a model, a tag or a kind of source of one website may not exist for another. */
export function datesOf(entry: Record<string, unknown>): ReportSearch {
  const { model: _model, source: _source, tag: _tag, beside: _beside, ...dates } = readReportSearch(entry);
  return dates;
}

export const defaultDays = 28;

/**
 * Returns the filters; without dates in the address, the last 28 days including today, so that an equal previous period
 * exists.
 */
export function filtersOf(search: ReportSearch): ReportFilters {
  const dates =
    search.all === true
      ? {}
      : { startDate: search.from ?? daysBefore(today(), defaultDays - 1), endDate: search.to ?? today() };
  const { engine, model, source: sourceType, tag, branded } = search;
  return { ...dates, engine, model, sourceType, tag, branded };
}
