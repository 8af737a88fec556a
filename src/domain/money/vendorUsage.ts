import { AppError } from '../errors.ts';
import { CsvReader, type CsvRecord, isBlank, sniffDelimiter } from '../text/csvReader.ts';
import type { MicroUsd } from './usd.ts';

/** Vendor's statement of the cost of one day at one engine. */
export type VendorDay = { day: string; engine: string; micro: MicroUsd };

/** A day on which the ledger and a vendor disagree; an amount is null if one of them has no line. */
export type UsageDifference = { day: string; engine: string; ledger: MicroUsd | null; vendor: MicroUsd | null };

/** Vendor's charge for a purchase, by our tag (for an answer, the run id). */
export type VendorCharge = { mark: string; micro: MicroUsd };

export type VendorUsage = { days: VendorDay[]; charges: VendorCharge[] };

const columns = {
  day: ['day', 'date', 'datetime_posted', 'usage_date_utc'],
  engine: ['engine', 'url', 'function'],
  cost: ['cost', 'cost_usd', 'costusd', 'amount_usd'],
  mark: ['tag', 'mark', 'run_id'],
  currency: ['currency', 'cost_currency', 'currency_code'],
} as const;

/** Substring of a call's address in the vendor's export, and its engine. */
export type ExportedPath = { path: string; engine: string };

/** The calls of an SEO overview. */
const seoPaths: readonly ExportedPath[] = ['dataforseo_labs', 'backlinks'].map((path) => ({ path, engine: 'seo' }));

/**
 * Reads a vendor's export: CSV (commas, semicolons or tabs) with a header that names a day (`day`, `date`,
 * `datetime_posted`), a cost in US dollars (`cost`, `cost_usd`, `amount_usd`; refunds are negative) and, unless one is
 * given, the engine or the call's address (`engine`, `url`, `function`). Lines of one UTC day and engine are summed,
 * and so are those of one tag (`tag`, `run_id`), if the export has tags. A `currency` must be USD.
 * @param enginePaths addresses of engines that are reached through their vendor's account
 * @returns a sentence that names the invalid line or column
 */
export function readVendorUsage(
  text: string,
  engine: string | null,
  enginePaths: readonly ExportedPath[] = [],
): VendorUsage | string {
  const paths = [...enginePaths, ...seoPaths];
  const rows = parseCsv(text);
  if (typeof rows === 'string') return rows;
  const [header, ...lines] = rows;
  const names = (header?.cells ?? []).map((name) => name.trim().toLowerCase());
  const at = (targets: readonly string[]): number => names.findIndex((name) => targets.includes(name));
  const [day, cost, where, marked] = [at(columns.day), at(columns.cost), at(columns.engine), at(columns.mark)];
  const currency = at(columns.currency);
  if (day < 0) return `no column for the day; expected one of ${columns.day.join(', ')}`;
  if (cost < 0) return `no column for the cost; expected one of ${columns.cost.join(', ')}`;
  if (where < 0 && engine === null)
    return `no column for the engine (${columns.engine.join(', ')}): name it with --engine`;
  if (lines.length === 0) return 'no line below the header: there is nothing to compare';
  const sums = new Map<string, VendorDay>();
  const charges = new Map<string, number>();
  for (const { row: line, cells: values } of lines) {
    if (values.length !== names.length) {
      return `line ${line}: it has ${values.length} values, and the header has ${names.length}`;
    }
    const date = utcDayOf(values[day]?.trim() ?? '');
    const amount = (values[cost] ?? '').trim().replace(/^(-?)\$/, '$1');
    const named = engine ?? formatEngine(values[where]?.trim() ?? '', paths);
    if (date === null) return `line ${line}: ${values[day] || 'nothing'} is not a date such as 2026-11-21`;
    if (!amountPattern.test(amount) || Math.abs(Number(amount)) > maxUsd) {
      return `line ${line}: ${amount || 'nothing'} is not an amount of US dollars such as 0.0012`;
    }
    const paidIn = (values[currency] ?? '').trim();
    if (paidIn !== '' && !/^(usd|us\$|\$)$/i.test(paidIn))
      return `line ${line}: it is in ${paidIn}, and the ledger in USD`;
    if (named === '') return `line ${line}: it names no engine`;
    const key = `${date} ${named}`;
    // Lines may be finer than a micro-dollar, so a day is rounded once, after summing.
    sums.set(key, { day: date, engine: named, micro: (sums.get(key)?.micro ?? 0) + Number(amount) * 1e6 });
    const mark = values[marked]?.trim() ?? '';
    if (mark !== '') charges.set(mark, (charges.get(mark) ?? 0) + Number(amount) * 1e6);
  }
  return {
    days: [...sums.values()].map((sum) => ({ ...sum, micro: Math.round(sum.micro) })),
    charges: [...charges].map(([mark, micro]) => ({ mark, micro: Math.round(micro) })),
  };
}

const amountPattern = /^-?(?:\d{1,12}(?:\.\d{1,12})?|\.\d{1,12})(?:[eE][+-]?\d{1,2})?$/;
const maxUsd = 1_000_000_000;

/** Returns the UTC day of a date, or of a time with or without its zone; null for a day that does not exist. */
function utcDayOf(text: string): string | null {
  const [, date, time, zone] = datePattern.exec(text) ?? [];
  if (date === undefined) return null;
  const offset = zone === undefined || zone === '' ? 'Z' : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2').toUpperCase();
  const at = Date.parse(`${date}T${time ?? '00:00:00'}${time === undefined ? 'Z' : offset}`);
  const isDay =
    !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) && new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
  return Number.isNaN(at) || !isDay ? null : new Date(at).toISOString().slice(0, 10);
}

const datePattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|z|[+-]\d{2}:?\d{2})?)?$/;

function formatEngine(named: string, paths: readonly ExportedPath[]): string {
  return paths.find(({ path }) => named.includes(path))?.engine ?? named.toLowerCase();
}

/** Returns the rows with their lines, or why the text is not CSV. */
function parseCsv(input: string): CsvRecord[] | string {
  const text = input.replace(/^\ufeff/, '');
  const reader = new CsvReader('the export', sniffDelimiter(text));
  try {
    return [...reader.push(text), ...reader.end()].filter((record) => !isBlank(record));
  } catch (cause) {
    if (cause instanceof AppError) return cause.message.replace(/^body: /, '');
    throw cause;
  }
}

/** Lists days and engines that differ, earliest first. */
export function usageDifferences(ledger: readonly VendorDay[], vendor: readonly VendorDay[]): UsageDifference[] {
  const rows = new Map<string, UsageDifference>();
  const take = (side: 'ledger' | 'vendor', { day, engine, micro }: VendorDay): void => {
    const key = `${day} ${engine}`;
    const row = rows.get(key) ?? { day, engine, ledger: null, vendor: null };
    rows.set(key, { ...row, [side]: micro });
  };
  for (const one of ledger) take('ledger', one);
  for (const one of vendor) take('vendor', one);
  return [...rows.keys()]
    .sort()
    .flatMap((key) => rows.get(key) ?? [])
    .filter((row) => (row.ledger ?? 0) !== (row.vendor ?? 0));
}
