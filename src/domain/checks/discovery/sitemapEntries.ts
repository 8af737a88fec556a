import { readPage } from '../../html/pageFacts.ts';
import { count } from '../../text/count.ts';
import { botsOf, decideForBot } from '../bots.ts';
import { type Check, fail, notApplicable, pass, percent, unmeasured, warn } from '../check.ts';
import { finalStatus, finalUrl, header, isHtml, redirects, urlKey } from '../fetchFacts.ts';
import { buildCanonical, robotsDirectives } from '../pageSignals.ts';
import { fetchesFor, robotsFor, type SiteEvidence } from '../site.ts';
import { sources } from '../sources.ts';

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
  if (robots.file === null || googlebot === undefined) {
    return robots.state !== 'unreachable' && (robots.fetch === null || finalStatus(robots.fetch) !== 429);
  }
  return decideForBot(robots.file, googlebot, url).allowed;
}

function entryFlags(site: SiteEvidence, isOwn: (url: string) => boolean): EntryFlags[] {
  const visited = new Set<string>();
  const out: EntryFlags[] = [];
  const fetches = [...fetchesFor(site, 'home'), ...fetchesFor(site, 'page'), ...fetchesFor(site, 'sitemap_sample')];
  for (const fetch of fetches) {
    const key = urlKey(fetch.requestedUrl);
    if (visited.has(key) || !site.sitemapUrls.has(key) || !isOwn(key)) continue;
    visited.add(key);
    const pageEvidence = site.pages.find((page) => page.fetch === fetch);
    const ok = finalStatus(fetch) === 200 && redirects(fetch) === 0;
    const facts =
      pageEvidence !== undefined && 'facts' in pageEvidence
        ? site.readable.find((page) => page === pageEvidence)?.facts
        : ok && isHtml(fetch) && fetch.body !== null
          ? readPage(fetch.body, header(fetch, 'content-type'), finalUrl(fetch))
          : undefined;
    const directives = robotsDirectives(fetch, facts ?? null);
    const canonical = facts === undefined ? null : buildCanonical(fetch, facts);
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
  scope: 'site',
  title: 'Sitemap entries are existing pages that may be indexed',
  rule: 'Entries are on the host of home. Sampled entries answer 200 without a redirect, have no noindex, are open to Googlebot, and name no other address as canonical. The share is the fraction of valid entries in the sample times the fraction of entries on the host of home. Pass: at least 95 %. Warn: at least 80 %. Fail: less. Not applicable: no sitemap.',
  sources: [sources.sitemapQuality],
  strength: 'V',
  remediation: 'List only canonical pages that exist.',
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
    // Whole numbers, so that a share exactly at the limit is not lost to rounding.
    const fit = good * (entries.length - foreign.length) * 100;
    const whole = all.length * entries.length;
    if (whole > 0 && fit >= whole * 95) return pass(line, evidence);
    return whole > 0 && fit >= whole * 80 ? warn(line, evidence) : fail(line, evidence);
  },
};

const w3cDate = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?)?)?$/;
const mailDate =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC?|[A-Z]{3}|[+-]\d{4})$/;

/** Parses W3C Datetime, the profile of ISO 8601 that sitemaps and Atom use, or an RFC 822 date, which RSS uses. */
function lastmodTime(value: string): number | null {
  const time = w3cDate.test(value) || mailDate.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return null;
  // JavaScript parses 31 February as a day in March.
  const day = w3cDate.exec(value) === null ? null : value.slice(0, 10);
  return day !== null && !new Date(Date.parse(day)).toISOString().startsWith(day) ? null : time;
}

/** The earliest time zone is 14 hours ahead of UTC. */
const zones = 14 * 3_600_000;

export const sitemapLastmod: Check = {
  id: 'discovery.sitemap.lastmod',
  class: 'hygiene',
  scope: 'site',
  title: 'Sitemap dates are plausible',
  rule: 'The dates of entries; a date is optional. Pass: all can be parsed, and none is in the future (with 14 hours of tolerance for time zones). Three or more entries must not all have the same time. Warn: otherwise. Not applicable: no sitemap, or no entry with a date.',
  sources: [sources.lastmod],
  strength: 'V',
  remediation: 'State the date of the last real change, or no date.',
  reachable: ['pass', 'warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    if (site.sitemaps.length === 0) return unmeasured('not_captured', 'No sitemap was requested.');
    const entries = site.sitemaps.flatMap(({ document }) => (document?.lists === 'pages' ? document.entries : []));
    if (entries.length === 0) return notApplicable('No sitemap entry was read.');
    const dated = entries.flatMap(({ lastmod }) => lastmod ?? []);
    if (dated.length === 0)
      return notApplicable(`None of ${count(entries.length, 'sitemap entry', 'sitemap entries')} carries a date.`);
    const times = dated.flatMap((lastmod) => lastmodTime(lastmod) ?? []);
    const future = times.filter((time) => time > site.now + zones).length;
    const distinct = new Set(times).size;
    const years: Record<string, number> = {};
    for (const time of times) {
      const year = new Date(time).toISOString().slice(0, 4);
      years[year] = (years[year] ?? 0) + 1;
    }
    const evidence = { entries: entries.length, dated: dated.length, valid: times.length, future, distinct, years };
    const dates = count(dated.length, 'date');
    if (times.length < dated.length)
      return warn(`${dated.length - times.length} of ${dates} in the sitemap cannot be read.`, evidence);
    if (future > 0) return warn(`${future} of ${dates} in the sitemap lie in the future.`, evidence);
    if (distinct === 1 && dated.length >= 3)
      return warn(`All ${dates} in the sitemap are the same, so they show no change.`, evidence);
    return pass(
      `${dated.length} of ${count(entries.length, 'sitemap entry', 'sitemap entries')} carry a date that can be true.`,
      evidence,
    );
  },
};
