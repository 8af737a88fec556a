import type { ReportFilters } from '../api/reports.ts';
import { daysBefore, today } from '../format/days.ts';

/** The filters of a report as read from the address, so that a link shows another member the same report. */
export type ReportSearch = {
  from?: string;
  to?: string;
  /** Every date. */
  all?: true;
  /** Id of the engine whose answers are counted; the declared one is not named. */
  engine?: string;
  model?: string;
  source?: 'owned' | 'external';
  tag?: string;
  /** Questions that name the website: counted too, or alone. */
  branded?: 'include' | 'only';
  /** Points of the picture over time. */
  points?: 'day' | 'week' | 'month';
  /** Domains drawn next to the website, comma-separated. */
  beside?: string;
};

/** A day that a calendar has: the 31st of February is read as a day of March, and is none. */
const isDate = (value: unknown): value is string => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
};

/** Believes what an address says, or leaves it out. */
export function readReportSearch(input: Record<string, unknown>): ReportSearch {
  const search: ReportSearch = {};
  if (input.all === true || input.all === 'true') search.all = true;
  const { from, to } = input;
  // Without a last day: until today.
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

/** The dates and the engine: a model, a tag or a kind of source of one website may not exist for another. */
export function datesOf(entry: Record<string, unknown>): ReportSearch {
  const { model: _model, source: _source, tag: _tag, beside: _beside, ...dates } = readReportSearch(entry);
  return dates;
}

export const defaultDays = 28;

/** Without dates in the address: the last 28 days, today included, so that there is an equal period before. */
export function filtersOf(search: ReportSearch): ReportFilters {
  const dates =
    search.all === true
      ? {}
      : { startDate: search.from ?? daysBefore(today(), defaultDays - 1), endDate: search.to ?? today() };
  const { engine, model, source: sourceType, tag, branded } = search;
  return { ...dates, engine, model, sourceType, tag, branded };
}
