import { botsOf, decideForBot } from './bots.ts';
import { type Check, count, fail, notApplicable, pass, percent, unmeasured, warn } from './check.ts';
import {
  finalError,
  finalStatus,
  finalUrl,
  header,
  isHtml,
  mediaType,
  pathOf,
  redirects,
  startsAsHtml,
  urlKey,
} from './fetchFacts.ts';
import { readPage } from './page/pageFacts.ts';
import { canonicalOf, isOnDomain, robotsDirectives } from './pageSignals.ts';
import { fetchesFor, robotsFor, type SiteEvidence, type SitemapEvidence } from './site.ts';
import { sources } from './sources.ts';

function isValid(sitemap: SitemapEvidence): boolean {
  return sitemap.document !== null && sitemap.document.problem === null;
}

const problemWords = {
  not_xml: 'is no sound XML',
  doctype: 'begins with a document type',
  wrong_root: 'is XML of another kind',
} as const;

/** Why a declared sitemap is none, in words. */
function whatItIs({ fetch, status, document }: SitemapEvidence): string {
  if (status !== 200) return `answers ${status ?? finalError(fetch)}`;
  return isHtml(fetch) || startsAsHtml(fetch) ? 'is an HTML page' : problemWords[document?.problem ?? 'not_xml'];
}

export const sitemapPresent: Check = {
  id: 'discovery.sitemap.present',
  class: 'core',
  category: 'discovery',
  scope: 'site',
  title: 'A sitemap is declared and can be read',
  rule: 'Pass: a valid XML sitemap that robots.txt declares. Warn: valid but only at /sitemap.xml, or none. Fail: declared, but not 200 or not XML.',
  sources: [sources.sitemaps],
  strength: 'S',
  remediation: 'Publish a valid sitemap and name it in robots.txt.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) => {
    const declared = site.robots.file?.sitemaps.length ?? 0;
    const files = site.sitemaps.slice(0, 10).map((each) => ({
      url: each.url,
      status: each.status,
      root: each.document?.root ?? null,
      entries: each.document?.entries.length ?? 0,
      declared: each.declared,
    }));
    const evidence = { declared, files };
    const broken = site.sitemaps.find((each) => each.declared && !isValid(each));
    if (broken !== undefined) {
      return fail(`${broken.url} is declared and ${whatItIs(broken)}.`, evidence);
    }
    const good = site.sitemaps.find((each) => each.declared) ?? site.sitemaps.find(isValid);
    if (good?.declared) return pass(`${good.url} is declared and valid.`, evidence);
    if (good !== undefined) return warn(`${good.url} is valid, and robots.txt does not name it.`, evidence);
    if (site.sitemaps.length === 0) return unmeasured('not_captured', 'No sitemap was requested.');
    return warn('No sitemap was found.', evidence);
  },
};

const megabytes50 = 50 * 1024 * 1024;

export const sitemapLimits: Check = {
  id: 'discovery.sitemap.limits',
  class: 'hygiene',
  category: 'discovery',
  scope: 'site',
  title: 'Sitemaps keep the limits of the protocol',
  rule: 'Pass: each file has at most 50 000 entries and 50 MiB, and an index names no index. Warn: exceeded. Not applicable: no sitemap.',
  sources: [sources.sitemaps],
  strength: 'S',
  remediation: 'Split the files and list them in one index.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    const read = site.sitemaps.filter(isValid);
    if (site.sitemaps.length === 0) return unmeasured('not_captured', 'No sitemap was requested.');
    if (read.length === 0) return notApplicable('There is no sitemap to measure.');
    const files = read.slice(0, 10).map((each) => ({
      url: each.url,
      entries: each.document?.entries.length ?? 0,
      bytes: each.fetch.decodedBytes,
      depth: each.depth,
      cut: each.fetch.truncated,
    }));
    const over = read.find(
      (each) =>
        (each.document?.entries.length ?? 0) > 50_000 ||
        each.fetch.decodedBytes > megabytes50 ||
        (each.depth >= 1 && each.document?.root === 'sitemapindex'),
    );
    if (over !== undefined) return warn(`${over.url} exceeds a limit of the protocol.`, { files });
    const cut = read.find((each) => each.fetch.truncated);
    if (cut !== undefined) return unmeasured('not_captured', `${cut.url} is larger than what was read of it.`);
    return pass(`${count(read.length, 'file')} within the limits.`, { files });
  },
};

type EntryFlags = {
  url: string;
  ok: boolean;
  indexable: boolean;
  allowed: boolean;
  selfCanonical: boolean;
};

const googlebot = botsOf('search').find((bot) => bot.token === 'Googlebot');

function isAllowed(site: SiteEvidence, url: string): boolean {
  const robots = robotsFor(site, url);
  if (robots.file === null || googlebot === undefined) return robots.state !== 'unreachable';
  return decideForBot(robots.file, googlebot, url).allowed;
}

function entryFlags(site: SiteEvidence, isOwn: (url: string) => boolean): EntryFlags[] {
  const seen = new Set<string>();
  const out: EntryFlags[] = [];
  const fetches = [...fetchesFor(site, 'home'), ...fetchesFor(site, 'page'), ...fetchesFor(site, 'sitemap_sample')];
  for (const fetch of fetches) {
    const key = urlKey(fetch.requestedUrl);
    if (seen.has(key) || !site.sitemapUrls.has(key) || !isOwn(key)) continue;
    seen.add(key);
    const known = site.pages.find((page) => page.fetch === fetch);
    const ok = finalStatus(fetch) === 200 && redirects(fetch) === 0;
    const facts =
      known !== undefined && 'facts' in known
        ? site.readable.find((page) => page === known)?.facts
        : ok && isHtml(fetch) && fetch.body !== null
          ? readPage(fetch.body, header(fetch, 'content-type'), finalUrl(fetch))
          : undefined;
    const directives = robotsDirectives(fetch, facts ?? null);
    const canonical = facts === undefined ? null : canonicalOf(fetch, facts);
    out.push({
      url: fetch.requestedUrl,
      ok,
      indexable: !directives.some(({ name }) => name === 'noindex' || name === 'none'),
      allowed: isAllowed(site, fetch.requestedUrl),
      selfCanonical:
        canonical === null ||
        canonical.urls.length === 0 ||
        canonical.urls.every((url) => url !== null && urlKey(url) === key),
    });
  }
  return out;
}

function faultOf({ ok, indexable, allowed }: EntryFlags): string {
  if (!ok) return 'does not answer 200 itself';
  if (!indexable) return 'carries noindex';
  return allowed ? 'names another canonical' : 'is closed by robots.txt';
}

export const sitemapQuality: Check = {
  id: 'discovery.sitemap.quality',
  class: 'core',
  category: 'discovery',
  scope: 'site',
  title: 'Sitemap entries are live pages that may be indexed',
  rule: 'Entries are on the host of home, and sampled ones answer 200 without a redirect, carry no noindex, are allowed to Googlebot, and name no other address as canonical. The share is that of the fit ones in the sample, times that of the entries on the host. Pass: at least 95 %. Warn: at least 80 %. Fail: less. Not applicable: no sitemap.',
  sources: [sources.sitemapQuality],
  strength: 'V',
  remediation: 'List only canonical pages that live.',
  reachable: ['pass', 'warn', 'fail', 'not_applicable', 'unmeasured'],
  run: (site) => {
    if (site.sitemaps.length === 0) return unmeasured('not_captured', 'No sitemap was requested.');
    if (site.sitemapUrls.size === 0) return notApplicable('No sitemap entry was read.');
    const host = URL.parse(site.home?.url ?? site.bundle.plan.homeUrl)?.host;
    const isOwn = (url: string) => URL.parse(url)?.host === host;
    const entries = [...site.sitemapUrls];
    const foreign = entries.filter((url) => !isOwn(url));
    const all = entryFlags(site, isOwn);
    if (all.length === 0 && foreign.length < entries.length)
      return unmeasured('not_captured', 'No sitemap entry was requested.');
    const bad = all.filter((each) => !(each.ok && each.indexable && each.allowed && each.selfCanonical));
    const good = all.length - bad.length;
    const evidence = {
      sampled: all.length,
      good,
      others: bad.slice(0, 10),
      entries: entries.length,
      onOtherHosts: foreign.length,
      elsewhere: foreign.slice(0, 5),
    };
    const away = foreign.length === 0 ? '' : `; ${foreign.length} of ${entries.length} lie on another host`;
    const [first] = bad;
    const where = first === undefined ? '' : `; ${first.url} ${faultOf(first)}`;
    const line = `${good} of ${all.length} sampled entries (${percent(good, all.length)}) are fit to be indexed${away}${where}.`;
    // Whole numbers, so that a share on an edge is on it.
    const fit = good * (entries.length - foreign.length) * 100;
    const whole = all.length * entries.length;
    if (whole > 0 && fit >= whole * 95) return pass(line, evidence);
    return whole > 0 && fit >= whole * 80 ? warn(line, evidence) : fail(line, evidence);
  },
};

/** W3C Datetime, the profile of ISO 8601 that sitemaps use: year, month, day, optional time with zone. */
function lastmodTime(value: string): number | null {
  const shape = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?)?)?$/;
  if (!shape.test(value)) return null;
  const time = Date.parse(value);
  // The engine reads 31 February as a day of March.
  const day = value.slice(0, 10);
  return Number.isNaN(time) || !new Date(Date.parse(day)).toISOString().startsWith(day) ? null : time;
}

/** Somewhere on earth the next day begins 14 hours before it does in UTC. */
const zones = 14 * 3_600_000;

export const sitemapLastmod: Check = {
  id: 'discovery.sitemap.lastmod',
  class: 'hygiene',
  category: 'discovery',
  scope: 'site',
  title: 'Sitemap dates are true enough to use',
  rule: 'Pass: at least 80 % of entries carry a valid lastmod, none lies in the future (14 hours are allowed for time zones), and more than one value occurs (or there is one entry). Warn: otherwise. Not applicable: no sitemap.',
  sources: [sources.lastmod],
  strength: 'V',
  remediation: 'Emit the date of the last real change, or none.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    if (site.sitemaps.length === 0) return unmeasured('not_captured', 'No sitemap was requested.');
    const entries = site.sitemaps.flatMap(({ document }) => (document?.root === 'urlset' ? document.entries : []));
    if (entries.length === 0) return notApplicable('No sitemap entry was read.');
    const times = entries.flatMap(({ lastmod }) => (lastmod === null ? [] : (lastmodTime(lastmod) ?? [])));
    const future = times.filter((time) => time > site.now + zones).length;
    const distinct = new Set(times).size;
    const years: Record<string, number> = {};
    for (const time of times) {
      const year = new Date(time).toISOString().slice(0, 4);
      years[year] = (years[year] ?? 0) + 1;
    }
    const evidence = { entries: entries.length, valid: times.length, future, distinct, years };
    const line = `${times.length} of ${count(entries.length, 'entry', 'entries')} dated, ${count(distinct, 'value')}, ${future} in the future.`;
    const enough = times.length * 100 >= entries.length * 80;
    return enough && future === 0 && (distinct > 1 || entries.length === 1)
      ? pass(line, evidence)
      : warn(line, evidence);
  },
};

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
