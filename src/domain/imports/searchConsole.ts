import type { CsvRecord } from '../text/csvReader.ts';
import { dayOf, type FileFacts, foldHeader, isAddress, type TableColumns, type TableHead } from './importKind.ts';
import words from './searchConsoleWords.json' with { type: 'json' };

/** Shared by the two Search Console reports. */

const languages = Object.values(words.languages).map(({ queries, metrics }) => ({
  queries: foldHeader(queries),
  metrics: metrics.map(foldHeader),
}));
const impressionNames = new Set(languages.map(({ metrics }) => metrics[1]));

/** Days whose impressions, rates and positions Google logged wrongly; clicks were right. */
export const misreportedDays = { first: '2025-05-13', last: '2026-04-27' } as const;

type Language = (typeof languages)[number];

function languageOf(header: readonly string[]): Language | null {
  const names = header.slice(1, 5).map(foldHeader);
  if (header.length !== 5) return null;
  return languages.find(({ metrics }) => metrics.every((name, index) => name === names[index])) ?? null;
}

/** Recognises a table of clicks, impressions, rate and position by day, page or query, in a known language. */
export function performanceColumns({ header, first }: TableHead, isNamed: boolean): TableColumns | null {
  const language = languageOf(header);
  const key = first?.[0] ?? '';
  // In an unknown language the shape reveals days and pages, but queries look like countries and devices.
  if (language === null && !(isNamed && header.length === 5 && /%$/.test(first?.[3] ?? ''))) return null;
  const metrics = { clicks: 1, impressions: 2, position: 4 };
  const isQueries = languages.some(({ queries }) => queries === foldHeader(header[0] ?? ''));
  if (isQueries) return { dimension: 'query', key: 0, metrics };
  if (dayOf(key) !== null) return { dimension: 'day', key: 0, metrics };
  return isAddress(key) ? { dimension: 'page', key: 0, metrics } : null;
}

/** Recognises a table of impressions only, as in the generative AI report. */
export function impressionColumns({ header, first }: TableHead): TableColumns | null {
  if (header.length !== 2 || !impressionNames.has(foldHeader(header[1] ?? ''))) return null;
  const key = first?.[0] ?? '';
  const dimension = dayOf(key) !== null ? 'day' : isAddress(key) ? 'page' : null;
  return dimension === null ? null : { dimension, key: 0, metrics: { impressions: 1 } };
}

/** Recognises the table of filters: two columns without any count. */
export function isFilters({ header, first }: TableHead): boolean {
  return (
    header.length === 2 && first !== null && first.length === 2 && !/^[\d.,]+$/.test(first[1] ?? '') && first[1] !== ''
  );
}

const otherTypes = new Set(words.otherTypes.map(foldHeader));
const webTypes = new Set(words.webTypes.map(foldHeader));

/** Reads the filters: only the search type Web is comparable, so any other filter is reported. */
export function buildFilters(records: readonly CsvRecord[], isNamed: boolean): FileFacts {
  const values = records.slice(1).map(({ cells }) => foldHeader(cells[1] ?? ''));
  const other = values.find((value) => otherTypes.has(value));
  const hasWeb = values.some((value) => webTypes.has(value));
  const isUnread = values.length > 0 && !hasWeb && !isNamed;
  return {
    startDate: null,
    endDate: null,
    warnings: values.length > 2 ? ['filtered'] : [],
    refusal:
      other !== undefined
        ? `is filtered to the search type ${other}: export the type Web`
        : isUnread
          ? 'has a search type that is not known: if it is Web, name the kind'
          : null,
  };
}
