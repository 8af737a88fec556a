import { count } from '../../text/count.ts';
import { type Check, fail, pass, unmeasured, warn } from '../check.ts';
import { isHtml, mediaType, pathOf, urlKey } from '../fetchFacts.ts';
import { isOnDomain } from '../pageSignals.ts';
import type { ReadablePage, SiteEvidence } from '../site.ts';
import { sources } from '../sources.ts';

export const linksCrawlable: Check = {
  id: 'discovery.links.crawlable',
  class: 'gate',
  scope: 'site',
  title: 'Home links to other pages in its HTML',
  rule: 'Different internal addresses in <a href> of the raw HTML of home, home itself not counted. Addresses inside noscript count, addresses inside template do not. Pass: at least 5. Warn: 1 to 4. Fail: 0, or home is not HTML.',
  sources: [sources.vercel],
  strength: 'R',
  remediation: 'Use real anchors with an href for navigation.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) => {
    const home = site.readableHome;
    if (home === null) {
      const reply = site.home?.status === 200 && site.home.challenge === null ? site.home.fetch : null;
      if (reply === null || isHtml(reply)) return unmeasured('page_missing', 'Home could not be read.');
      const type = mediaType(reply);
      return fail(`Home is ${type ?? 'of no type'}, not HTML: it has no links.`, { count: 0, type });
    }
    const links = internalLinks(
      site,
      home.facts.links.map(({ url }) => url),
      home.url,
    );
    const evidence = { count: links.length, paths: links.slice(0, 20).map(pathOf) };
    const line = `Home links to ${count(links.length, 'internal address', 'internal addresses')} in its HTML as served.`;
    if (links.length >= 5) return pass(line, evidence);
    return links.length > 0 ? warn(line, evidence) : fail(line, evidence);
  },
};

/** Lists distinct addresses of the same site, without the page itself, in document order. */
function internalLinks(site: SiteEvidence, urls: readonly (string | null)[], from: string): string[] {
  const domain = site.bundle.plan.registrableDomain;
  const visited = new Set<string>([urlKey(from)]);
  const out: string[] = [];
  for (const url of urls) {
    if (url === null) continue;
    const key = urlKey(url);
    if (visited.has(key) || !isOnDomain(url, domain)) continue;
    visited.add(key);
    out.push(key);
  }
  return out;
}

export const depth: Check = {
  id: 'discovery.depth',
  class: 'hygiene',
  scope: 'page',
  title: 'Sampled pages are close to home',
  rule: 'Clicks from home by the links of the captured pages. Pass: every page reached is within 3 clicks. Warn: a page is farther away. A page that no captured page links to has no known depth; if that is true for most pages, the check is unmeasured.',
  sources: [sources.depth, sources.depthFolklore],
  strength: 'F',
  remediation: 'Link the important pages from home or from pages near it.',
  reachable: ['pass', 'warn', 'unmeasured'],
  run: (site) => {
    const home = site.readableHome;
    if (home === null) return unmeasured('page_missing', 'Home could not be read.');
    const depths = depthsFrom(site, home);
    const sampled = site.readable.filter((page) => !page.isHome);
    if (sampled.length === 0) return unmeasured('too_few_samples', 'No sampled page could be read.');
    const reached = sampled.filter((page) => depths.has(page.url));
    const far = reached.filter((page) => (depths.get(page.url) ?? 0) > 3);
    const map = Object.fromEntries(
      sampled.slice(0, 20).map((page) => [pathOf(page.url), depths.get(page.url) ?? 'not reached within the sample']),
    );
    const evidence = { reached: reached.length, notReached: sampled.length - reached.length, depths: map };
    const [first] = far;
    if (first !== undefined)
      return warn(
        `${far.length} of ${count(reached.length, 'page')} reached ${far.length === 1 ? 'is' : 'are'} farther than 3 clicks from home, such as ${pathOf(first.url)}.`,
        evidence,
      );
    const rest =
      reached.length === sampled.length
        ? ''
        : ` ${count(sampled.length - reached.length, 'page')} could not be reached within the sample.`;
    if (reached.length * 2 < sampled.length)
      return unmeasured(
        'too_few_samples',
        `Only ${reached.length} of ${sampled.length} pages could be reached by links within the sample.`,
      );
    return pass(`${count(reached.length, 'page')} can be reached from home within 3 clicks.${rest}`, evidence);
  },
};

/** Counts clicks by address: http and https entries of one sitemap may lead to one page. */
function depthsFrom(site: SiteEvidence, home: ReadablePage): Map<string, number> {
  const byKey = new Map<string, ReadablePage>();
  for (const page of site.readable) byKey.set(page.url, page).set(urlKey(page.fetch.requestedUrl), page);
  const depths = new Map([[home.url, 0]]);
  const queue = [home];
  for (const page of queue) {
    for (const { url } of page.facts.links) {
      const target = url === null ? undefined : byKey.get(url);
      if (target === undefined || depths.has(target.url)) continue;
      depths.set(target.url, (depths.get(page.url) ?? 0) + 1);
      queue.push(target);
    }
  }
  return depths;
}
