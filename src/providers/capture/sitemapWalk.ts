import type { CaptureLimits } from '../../domain/capture/limits.ts';
import { absoluteUrl } from '../../domain/urls/absoluteUrl.ts';
import { onSite } from '../../domain/urls/pageUrl.ts';
import { type ForeignText, valueOr } from '../../ports/foreignText.ts';
import { textOf } from './readText.ts';
import type { RobotsGate, SiteFetcher } from './siteFetcher.ts';

/**
 * Reads the declared sitemaps, or `/sitemap.xml` if none is declared, and the files that an index names; an index
 * inside an index is not followed. Returns page URLs of the website in file order, each once, up to the limit.
 * Declaring a file permits fetching it, so robots.txt is checked only for the undeclared one.
 */
export async function walkSitemaps(
  declared: readonly string[],
  home: { url: string; registrableDomain: string },
  limits: CaptureLimits,
  fetcher: SiteFetcher,
  gate: RobotsGate,
  texts: ForeignText,
): Promise<string[]> {
  const fallback = new URL('/sitemap.xml', home.url).href;
  const queue = (declared.length > 0 ? declared : [fallback]).map((url) => ({ url, depth: 0 }));
  const askedKeys = new Set<string>();
  const pages = new Set<string>();
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (askedKeys.has(next.url) || askedKeys.size >= limits.sitemapFiles || pages.size >= limits.sitemapUrls) continue;
    askedKeys.add(next.url);
    const end = await fetcher.get({ purpose: 'sitemap', url: next.url }, declared.length > 0 ? null : gate);
    if (end.kind === 'stopped') break;
    if (end.kind === 'robots') continue;
    const reading = valueOr(null, await texts.read('sitemap', textOf(end.fetch), limits.sitemapUrls));
    if (reading === null) continue;
    for (const entry of reading.entries) {
      const url = absoluteUrl(entry.loc, next.url);
      if (url === null) continue;
      if (reading.lists === 'sitemaps') {
        if (next.depth === 0) queue.push({ url, depth: 1 });
      } else if (onSite(url, home.registrableDomain) && pages.size < limits.sitemapUrls) {
        pages.add(url);
      }
    }
  }
  return [...pages];
}
