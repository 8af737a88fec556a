import { isLanguageTag } from '../html/languageTag.ts';
import { type PageFacts, readPage } from '../html/pageFacts.ts';
import { tokenOverlap } from '../html/words.ts';
import { count } from '../text/count.ts';
import { countPages, overPages, summary } from './aggregate.ts';
import { type Check, type CheckClass, fail, notApplicable, pass, unmeasured, type Verdict, warn } from './check.ts';
import type { Fetch } from './evidenceBundle.ts';
import { finalUrl, header, isHtml, urlKey } from './fetchFacts.ts';
import {
  buildCanonical,
  directivesForAnyone,
  listHreflangs,
  type RobotsDirective,
  registrableDomain,
  robotsDirectives,
} from './pageSignals.ts';
import { fetchesFor, findStatus, type ReadablePage, type SiteEvidence } from './site.ts';
import { sources } from './sources.ts';

function isNoindex({ name }: RobotsDirective): boolean {
  return name === 'noindex' || name === 'none';
}

function readProbe(probe: Fetch): PageFacts | null {
  return probe.body === null ? null : readPage(probe.body, header(probe, 'content-type'), finalUrl(probe));
}

function directiveText({ agent, name, value, source }: RobotsDirective): string {
  return `${source} ${agent}: ${name}${value === null ? '' : `:${value}`}`;
}

function saysText(directive: RobotsDirective): string {
  const { agent, name, value, source } = directive;
  const where = source === 'header' ? 'X-Robots-Tag header' : 'robots meta element';
  const whom = agent === 'robots' ? 'all crawlers' : agent;
  return `its ${where} says ${name}${value === null ? '' : `:${value}`} to ${whom}.`;
}

/** Gate on directives: one important page is enough to fail, so the shares of other page checks do not apply. */
function anyPage(site: SiteEvidence, rule: (page: ReadablePage) => Verdict): Verdict {
  if (site.readable.length === 0) return unmeasured('page_missing', 'No page could be read.');
  const each = site.readable.map((page) => ({ page, verdict: rule(page) }));
  const counts = countPages(each.map(({ verdict }) => verdict));
  const worst =
    each.find(({ verdict }) => verdict.outcome === 'fail') ??
    each.find(({ verdict }) => verdict.outcome === 'warn') ??
    each[0];
  if (worst === undefined || worst.verdict.outcome === 'unmeasured')
    return unmeasured('page_missing', 'No page could be read.');
  const { outcome, line } = worst.verdict;
  const where = outcome === 'pass' ? `Of ${count(site.readable.length, 'page')}, ` : `${worst.page.url}: `;
  return { outcome, pages: counts, evidence: summary(each, counts), line: where + line };
}

export const robotsMeta: Check = {
  id: 'index.robots_meta',
  class: 'gate',
  scope: 'page',
  title: 'Pages may be indexed',
  rule: 'noindex or none in a robots meta element or X-Robots-Tag, for all crawlers or a named search crawler. Pass: none. Warn: on a sampled page that no sitemap lists. Fail: on home or on a page in a sitemap.',
  sources: [sources.googleAi],
  strength: 'V',
  remediation: 'Remove noindex from pages that should be found.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) =>
    anyPage(site, (page) => {
      const directive = robotsDirectives(page.fetch, page.facts).find(isNoindex);
      if (directive === undefined) return pass('none says noindex.');
      const evidence = { directive: directiveText(directive), inSitemap: page.inSitemap };
      const line = saysText(directive);
      return page.isHome || page.inSitemap ? fail(line, evidence) : warn(line, evidence);
    }),
};

export const snippetControls: Check = {
  id: 'index.snippet_controls',
  class: 'gate',
  scope: 'page',
  title: 'Pages may be quoted',
  rule: 'Pass: no restrictive control. Warn: max-snippet under 50, data-nosnippet over more than 30 % of the main text, noarchive or nocache. Also nosnippet on a page that no sitemap lists. Fail: nosnippet or max-snippet:0 on home or on a page in a sitemap.',
  sources: [sources.googleAi, sources.bingChat],
  strength: 'V',
  remediation: 'Relax the control on pages that should be cited.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) =>
    anyPage(site, (page) => {
      const directives = robotsDirectives(page.fetch, page.facts);
      const length = ({ name, value }: RobotsDirective) =>
        name === 'max-snippet' && /^-?\d+$/.test(value ?? '') ? Number(value) : null;
      const closed = directives.find((each) => each.name === 'nosnippet' || length(each) === 0);
      if (closed !== undefined) {
        const line = saysText(closed);
        const evidence = { directive: directiveText(closed), inSitemap: page.inSitemap };
        return page.isHome || page.inSitemap ? fail(line, evidence) : warn(line, evidence);
      }
      const short = directives.find((each) => {
        const limit = length(each);
        return each.name === 'noarchive' || each.name === 'nocache' || (limit !== null && limit > 0 && limit < 50);
      });
      if (short !== undefined) return warn(saysText(short), { directive: directiveText(short) });
      const share = Math.round(page.facts.noSnippetShare * 100);
      if (page.facts.noSnippetShare > 0.3)
        return warn(`data-nosnippet covers ${share} % of the main text.`, { noSnippetPercent: share });
      return pass('none limits what may be quoted.');
    }),
};

/** Returns true if an address that was read as a page, or requested as a canonical, says noindex. */
function closedToIndex(site: SiteEvidence, url: string): boolean {
  const key = urlKey(url);
  const page = site.readable.find((each) => urlKey(each.url) === key);
  const probe = fetchesFor(site, 'canonical').find((fetch) => urlKey(fetch.requestedUrl) === key);
  const directives =
    page !== undefined
      ? robotsDirectives(page.fetch, page.facts)
      : probe !== undefined
        ? robotsDirectives(probe, probe.body !== null && isHtml(probe) ? readProbe(probe) : null)
        : [];
  return directives.some(isNoindex);
}

export const canonical: Check = {
  id: 'index.canonical',
  class: 'core',
  scope: 'page',
  title: 'Each page names one canonical address',
  rule: 'Pass: one absolute canonical on the same site that answers 200 and may be indexed. Warn: missing, relative, a target with noindex, or a target that redirects once and so leads back to the page. Fail: several different ones, another site, a target that does not answer 200, or an inner page that names home. Also several different pages that name one other page. Its duplicates may name it: pages that differ only in the query, or with the same text of 20 words or more. Addresses are compared by RFC 3986 §6.2.2.',
  sources: [sources.canonical],
  strength: 'V',
  remediation: 'Give each page one absolute canonical, its own address.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) => {
    const folded = foldedPages(site);
    return overPages(site, (page) => {
      const { urls, relative } = buildCanonical(page.fetch, page.facts);
      const [url] = urls;
      if (url === undefined) return warn('it names no canonical address.', { canonicals: 0 });
      if (urls.length > 1)
        return fail(`it names ${urls.length} different canonical addresses.`, { canonicals: urls.length, href: url });
      if (url === null) return warn('what it names as canonical is not an address.', { canonicals: 1 });
      const own = registrableDomain(page.url) ?? URL.parse(page.url)?.hostname;
      const target = registrableDomain(url) ?? URL.parse(url)?.hostname;
      const status = findStatus(site, url);
      const evidence = { href: url, relative, status: status ?? null };
      if (own !== target) return fail(`its canonical address lies on another site, ${target}.`, evidence);
      const shared = folded.get(page.url);
      if (shared !== undefined) return fail(shared.line, { ...evidence, sharing: shared.sharing.slice(0, 20) });
      if (leadsBackTo(site, url, page.url))
        return warn(`its canonical address ${url} redirects once, back to the page.`, evidence);
      if (status !== undefined && status !== 200)
        return fail(`its canonical address ${url} answers ${status}.`, evidence);
      if (relative) return warn('its canonical address is written without the host.', evidence);
      if (closedToIndex(site, url)) return warn(`its canonical address ${url} carries noindex.`, evidence);
      if (status === undefined)
        return unmeasured('not_captured', `The canonical address ${url} of ${page.url} was not requested.`);
      return pass(`its canonical address ${url} answers 200.`, evidence);
    });
  },
};

/** Returns true if exactly one redirect leads from an address to a page that answers 200. */
function leadsBackTo(site: SiteEvidence, from: string, page: string): boolean {
  return site.bundle.fetches.some(({ hops }) => {
    const [before, last] = hops.slice(-2);
    if (before === undefined || last?.outcome.kind !== 'response' || last.outcome.status !== 200) return false;
    return urlKey(before.url) === from && urlKey(last.url) === page;
  });
}

type Folded = { line: string; sharing: readonly string[] };

/** Share of words that two pages must have in common to count as duplicates. */
const sameText = 0.9;
/** Shorter texts prove nothing: an application serves the same shell at every address. */
const minSharedWords = 20;

/**
 * Finds pages that name another page as canonical without being a duplicate of it: inner pages that name home, and
 * different pages that name the same address. Keyed by page address.
 */
function foldedPages(site: SiteEvidence): Map<string, Folded> {
  const byTarget = new Map<string, ReadablePage[]>();
  for (const page of site.readable) {
    const { urls } = buildCanonical(page.fetch, page.facts);
    const [url] = urls;
    if (urls.length !== 1 || url === null || url === undefined || isSamePage(site, page, url)) continue;
    byTarget.set(url, [...(byTarget.get(url) ?? []), page]);
  }
  const out = new Map<string, Folded>();
  for (const [url, pages] of byTarget) {
    const isHome = site.home !== null && url === site.home.url;
    const distinct = pages.filter(
      (page, index) => !pages.slice(0, index).some((other) => isDuplicate(site, page, other)),
    );
    if (!isHome && distinct.length < 2) continue;
    const sharing = pages.map((page) => page.url);
    const line = isHome
      ? `it names home, ${url}, as its canonical address and is not shown to be its duplicate.`
      : `it is one of ${distinct.length} different pages that name ${url} as their canonical address.`;
    for (const page of pages) out.set(page.url, { line, sharing });
  }
  return out;
}

/**
 * Returns true for the page's own address, a spelling of it with another query or scheme, or a page with the same text.
 */
function isSamePage(site: SiteEvidence, page: ReadablePage, url: string): boolean {
  if (url === page.url || pathOnly(url) === pathOnly(page.url)) return true;
  const target = site.readable.find((other) => other.url === url);
  return target !== undefined && isDuplicate(site, page, target);
}

function pathOnly(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? url : parsed.hostname.replace(/^www\./, '') + parsed.pathname.replace(/\/$/, '');
}

function isDuplicate(site: SiteEvidence, page: ReadablePage, other: ReadablePage): boolean {
  const [one, two] = [page, other].map(({ fetch, facts }) => site.rendered.get(fetch.id)?.facts ?? facts);
  if (one === undefined || two === undefined) return false;
  const few = Math.min(one.contentWords, two.contentWords);
  if (few < minSharedWords || few < Math.max(one.contentWords, two.contentWords) * sameText) return false;
  return tokenOverlap(one.contentText, two.contentText) >= sameText;
}

export const hreflang: Check = {
  id: 'index.hreflang',
  class: 'hygiene',
  scope: 'page',
  title: 'Language versions point to each other',
  rule: 'Pass: valid codes (a language of ISO 639, a country of ISO 3166), an entry for the page itself, and return links. An x-default is optional. Warn: any of these missing. Fail: a target that does not answer 200. Entries of link elements and of Link headers. Not applicable: no hreflang.',
  sources: [sources.hreflang],
  strength: 'V',
  remediation: 'Add the missing entries on every version.',
  reachable: ['pass', 'warn', 'fail', 'not_applicable', 'unmeasured'],
  run: (site) =>
    overPages(site, (page) => {
      const entries = listHreflangs(page.fetch, page.facts);
      if (entries.length === 0) return notApplicable('the page names no other language version.');
      const own = page.url;
      const pairs = entries
        .slice(0, 20)
        .map(({ lang, url }) => ({ lang, url, status: url === null ? null : (findStatus(site, url) ?? null) }));
      const evidence = { entries: entries.length, pairs };
      const dead = pairs.find(({ status }) => status !== null && status !== 200);
      if (dead !== undefined)
        return fail(`its version in ${dead.lang}, ${dead.url}, answers ${dead.status}.`, evidence);
      const bad = entries.find(({ lang, url }) => url === null || (lang !== 'x-default' && !isLanguageTag(lang)));
      if (bad !== undefined)
        return warn(`its hreflang "${bad.lang}" is not a language code or has no address.`, evidence);
      if (!entries.some(({ url }) => url === own))
        return warn('its hreflang entries leave out the page itself.', evidence);
      const others = entries.filter(({ url }) => url !== own);
      const read = others.map(({ url }) => site.readable.find((other) => other.url === url));
      const silent = read.find(
        (other) => other !== undefined && !listHreflangs(other.fetch, other.facts).some(({ url }) => url === own),
      );
      if (silent !== undefined) return warn(`its version ${silent.url} does not link back.`, evidence);
      if (pairs.some(({ status }) => status === null) || read.some((other) => other === undefined)) {
        return unmeasured('not_captured', `${own}: not every language version was captured.`);
      }
      return pass(`its ${count(entries.length, 'language version')} link back.`, evidence);
    }),
};

const emerging: CheckClass = 'emerging';

export const noai: Check = {
  id: 'index.noai',
  class: emerging,
  scope: 'page',
  title: 'No undocumented directive',
  rule: 'Warn: noai or noimageai in a robots meta element or X-Robots-Tag, for all crawlers or for any named one. Not applicable: none.',
  sources: [sources.noai],
  strength: 'F',
  remediation: 'Use robots.txt with the crawler’s token instead: no major answer engine documents noai.',
  reachable: ['warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    if (site.readable.length === 0) return unmeasured('page_missing', 'No page could be read.');
    for (const page of site.readable) {
      const directive = directivesForAnyone(page.fetch, page.facts).find(
        ({ name }) => name === 'noai' || name === 'noimageai',
      );
      if (directive !== undefined)
        return warn(`${page.url}: ${saysText(directive)}`, { url: page.url, directive: directiveText(directive) });
    }
    return notApplicable(`None of ${count(site.readable.length, 'page')} carries noai or noimageai.`);
  },
};
