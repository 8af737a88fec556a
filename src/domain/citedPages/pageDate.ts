import type { PageFacts as ReadPage } from '../html/pageFacts.ts';
import type { PageDate } from './citedPage.ts';

/**
 * Returns the date of a page from the first place that states a readable one, with that place; null if there is none.
 */
export function pageDate(page: ReadPage, lastModified: string | null): PageDate | null {
  const inJsonLd = (name: string) =>
    [...page.jsonLd.flatMap(({ nodes }) => nodes), ...page.markedItems].map(({ properties }) => properties[name]);
  const inMeta = (name: string) => page.metas.filter((meta) => meta.name === name).map(({ content }) => content);
  const places: readonly (readonly [PageDate['basis'], readonly unknown[]])[] = [
    ['json_ld_modified', inJsonLd('dateModified')],
    ['json_ld_published', inJsonLd('datePublished')],
    ['meta_modified', inMeta('article:modified_time')],
    ['meta_published', inMeta('article:published_time')],
    ['time_element', page.times],
  ];
  for (const [basis, values] of places) {
    const date = values.map(isoDate).find((one) => one !== null);
    if (date != null) return { date, basis };
  }
  const modified = lastModified === null ? Number.NaN : Date.parse(lastModified);
  return Number.isNaN(modified)
    ? null
    : { date: new Date(modified).toISOString().slice(0, 10), basis: 'last_modified' };
}

function isoDate(value: unknown): string | null {
  const text = Array.isArray(value) ? value[0] : value;
  const date = typeof text === 'string' ? /^\s*(\d{4}-\d{2}-\d{2})(?:$|[T\s])/.exec(text)?.[1] : undefined;
  return date === undefined || Number.isNaN(Date.parse(date)) ? null : date;
}
