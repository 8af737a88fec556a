import { type Check, count, fail, pass, unmeasured, warn } from '../check.ts';
import { isHtml, mediaType, pathOf, urlKey } from '../fetchFacts.ts';
import { isOnDomain } from '../pageSignals.ts';
import type { SiteEvidence } from '../site.ts';
import { sources } from '../sources.ts';

export const linksCrawlable: Check = {
  id: 'discovery.links.crawlable',
  class: 'gate',
  category: 'discovery',
  scope: 'site',
  title: 'Home links to other pages in its HTML',
  rule: 'Different internal addresses in <a href> of the raw HTML of home, home itself not counted; those inside noscript count, those inside template do not. Pass: at least 5. Warn: 1 to 4. Fail: 0, or home is not HTML.',
  sources: [sources.vercel],
  strength: 'R',
  remediation: 'Use real anchors with an href for navigation.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) => {
    const home = site.readableHome;
    if (home === null) {
      const answered = site.home?.status === 200 && site.home.challenge === null ? site.home.fetch : null;
      if (answered === null || isHtml(answered)) return unmeasured('page_missing', 'Home could not be read.');
      const type = mediaType(answered);
      return fail(`Home is ${type ?? 'of no type'}, not HTML: it has no links.`, { count: 0, type });
    }
    const found = internalLinks(
      site,
      home.facts.links.map(({ url }) => url),
      home.url,
    );
    const evidence = { count: found.length, paths: found.slice(0, 20).map(pathOf) };
    const line = `${count(found.length, 'internal address', 'internal addresses')} linked from home.`;
    if (found.length >= 5) return pass(line, evidence);
    return found.length > 0 ? warn(line, evidence) : fail(line, evidence);
  },
};

/** Distinct addresses of the same site, without the page itself, in document order. */
export function internalLinks(site: SiteEvidence, urls: readonly (string | null)[], from: string): string[] {
  const domain = site.bundle.plan.registrableDomain;
  const seen = new Set<string>([urlKey(from)]);
  const out: string[] = [];
  for (const url of urls) {
    if (url === null) continue;
    const key = urlKey(url);
    if (seen.has(key) || !isOnDomain(url, domain)) continue;
    seen.add(key);
    out.push(key);
  }
  return out;
}

export const depth: Check = {
  id: 'discovery.depth',
  class: 'hygiene',
  category: 'discovery',
  scope: 'page',
  title: 'Sampled pages are near home',
  rule: 'Clicks from home within the captured pages. Pass: every sampled page within 3. Warn: more than 3, or not linked.',
  sources: [sources.depth, sources.depthFolklore],
  strength: 'F',
  remediation: 'Link the important pages from home or from pages near it.',
  reachable: ['pass', 'warn', 'unmeasured'],
  run: (site) => {
    const home = site.readableHome;
    if (home === null) return unmeasured('page_missing', 'Home could not be read.');
    const byKey = new Map(
      site.readable.flatMap(
        (page) =>
          [
            [urlKey(page.url), page],
            [urlKey(page.fetch.requestedUrl), page],
          ] as const,
      ),
    );
    // By address: http and https entries of one sitemap may end at one page.
    const depths = new Map([[home.url, 0]]);
    const queue = [home];
    for (let page = queue.shift(); page !== undefined; page = queue.shift()) {
      for (const { url } of page.facts.links) {
        const target = url === null ? undefined : byKey.get(url);
        if (target === undefined || depths.has(target.url)) continue;
        depths.set(target.url, (depths.get(page.url) ?? 0) + 1);
        queue.push(target);
      }
    }
    const sampled = site.readable.filter((page) => !page.isHome);
    if (sampled.length === 0) return unmeasured('too_few_samples', 'No sampled page could be read.');
    const far = sampled.filter((page) => (depths.get(page.url) ?? 99) > 3);
    const map = Object.fromEntries(
      sampled.slice(0, 20).map((page) => [pathOf(page.url), depths.get(page.url) ?? null]),
    );
    if (far.length === 0) return pass(`${count(sampled.length, 'page')} within 3 clicks.`, { depths: map });
    return warn(
      `${far.length} of ${count(sampled.length, 'page')} farther than 3 clicks or not linked: ${pathOf(far[0]?.url ?? '')}.`,
      { depths: map },
    );
  },
};
