import { countPages, overPages, summary } from './aggregate.ts';
import {
  type Check,
  type CheckClass,
  count,
  fail,
  notApplicable,
  pass,
  unmeasured,
  type Verdict,
  warn,
} from './check.ts';
import type { Fetch } from './evidence.ts';
import { finalUrl, header, isHtml, urlKey } from './fetchFacts.ts';
import { isLanguageTag } from './page/languageTag.ts';
import { type PageFacts, readPage } from './page/pageFacts.ts';
import {
  canonicalOf,
  directivesForAnyone,
  hreflangsOf,
  type RobotsDirective,
  registrableDomain,
  robotsDirectives,
} from './pageSignals.ts';
import { fetchesFor, type ReadablePage, type SiteEvidence, statusOf } from './site.ts';
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

/** A gate on directives: one page that matters is enough to fail, so the shares of other page checks do not apply. */
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
  const where = outcome === 'pass' ? `${count(site.readable.length, 'page')}: ` : `${worst.page.url}: `;
  return { outcome, pages: counts, evidence: summary(each, counts), line: where + line };
}

export const robotsMeta: Check = {
  id: 'index.robots_meta',
  class: 'gate',
  category: 'index',
  scope: 'page',
  title: 'Pages may be indexed',
  rule: 'noindex or none in a robots meta element or X-Robots-Tag, for all crawlers or a named search crawler. Pass: none. Warn: on a sampled page that no sitemap lists. Fail: on home or on a page in a sitemap.',
  sources: [sources.googleAi],
  strength: 'V',
  remediation: 'Remove noindex from pages that ought to be found.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) =>
    anyPage(site, (page) => {
      const found = robotsDirectives(page.fetch, page.facts).find(isNoindex);
      if (found === undefined) return pass('no noindex.');
      const evidence = { directive: directiveText(found), inSitemap: page.inSitemap };
      const line = `${directiveText(found)}.`;
      return page.isHome || page.inSitemap ? fail(line, evidence) : warn(line, evidence);
    }),
};

export const snippetControls: Check = {
  id: 'index.snippet_controls',
  class: 'gate',
  category: 'index',
  scope: 'page',
  title: 'Pages may be quoted',
  rule: 'Pass: no restrictive control. Warn: max-snippet under 50, data-nosnippet over more than 30 % of the main text, noarchive or nocache; or nosnippet on a page that no sitemap lists. Fail: nosnippet or max-snippet:0 on home or on a page in a sitemap.',
  sources: [sources.googleAi, sources.bingChat],
  strength: 'V',
  remediation: 'Relax the control on pages that ought to be cited.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) =>
    anyPage(site, (page) => {
      const directives = robotsDirectives(page.fetch, page.facts);
      const length = ({ name, value }: RobotsDirective) =>
        name === 'max-snippet' && /^-?\d+$/.test(value ?? '') ? Number(value) : null;
      const closed = directives.find((each) => each.name === 'nosnippet' || length(each) === 0);
      if (closed !== undefined) {
        const line = `${directiveText(closed)}.`;
        const evidence = { directive: directiveText(closed), inSitemap: page.inSitemap };
        return page.isHome || page.inSitemap ? fail(line, evidence) : warn(line, evidence);
      }
      const short = directives.find((each) => {
        const limit = length(each);
        return each.name === 'noarchive' || each.name === 'nocache' || (limit !== null && limit > 0 && limit < 50);
      });
      if (short !== undefined) return warn(`${directiveText(short)}.`, { directive: directiveText(short) });
      const share = Math.round(page.facts.noSnippetShare * 100);
      if (page.facts.noSnippetShare > 0.3)
        return warn(`data-nosnippet covers ${share} % of the main text.`, { noSnippetPercent: share });
      return pass('no restrictive control.');
    }),
};

/** Whether an address that was read as a page, or asked for as a canonical, says noindex. */
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
  category: 'index',
  scope: 'page',
  title: 'Each page names one canonical address',
  rule: 'Pass: one absolute canonical on the same site that answers 200 and may be indexed. Warn: missing, relative, or a target with noindex. Fail: several different ones, another site, or a target that does not answer 200.',
  sources: [sources.canonical],
  strength: 'V',
  remediation: 'Give each page one absolute canonical, its own address.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) =>
    overPages(site, (page) => {
      const { urls, relative } = canonicalOf(page.fetch, page.facts);
      const [url] = urls;
      if (url === undefined) return warn('no canonical.', { canonicals: 0 });
      if (urls.length > 1) return fail(`${urls.length} different canonicals.`, { canonicals: urls.length, href: url });
      if (url === null) return warn('the canonical is no address.', { canonicals: 1 });
      const own = registrableDomain(page.url) ?? URL.parse(page.url)?.hostname;
      const target = registrableDomain(url) ?? URL.parse(url)?.hostname;
      const status = statusOf(site, url);
      const evidence = { href: url, relative, status: status ?? null };
      if (own !== target) return fail(`the canonical lies on ${target}.`, evidence);
      if (status !== undefined && status !== 200) return fail(`the canonical ${url} answers ${status}.`, evidence);
      if (relative) return warn('the canonical is relative.', evidence);
      if (closedToIndex(site, url)) return warn(`the canonical ${url} carries noindex.`, evidence);
      if (status === undefined) return unmeasured('not_captured', `The canonical ${url} was not requested.`);
      return pass(`canonical ${url} answers 200.`, evidence);
    }),
};

export const hreflang: Check = {
  id: 'index.hreflang',
  class: 'hygiene',
  category: 'index',
  scope: 'page',
  title: 'Language versions point to each other',
  rule: 'Pass: valid codes (a language of ISO 639, a country of ISO 3166), an entry for the page itself, an x-default, and return links. Warn: any of these missing. Fail: a target that does not answer 200. Entries of link elements and of Link headers. Not applicable: no hreflang.',
  sources: [sources.hreflang],
  strength: 'V',
  remediation: 'Add the missing entries on every version.',
  reachable: ['pass', 'warn', 'fail', 'not_applicable', 'unmeasured'],
  run: (site) =>
    overPages(site, (page) => {
      const entries = hreflangsOf(page.fetch, page.facts);
      if (entries.length === 0) return notApplicable('no hreflang.');
      const own = page.url;
      const pairs = entries
        .slice(0, 20)
        .map(({ lang, url }) => ({ lang, url, status: url === null ? null : (statusOf(site, url) ?? null) }));
      const evidence = { entries: entries.length, pairs };
      const dead = pairs.find(({ status }) => status !== null && status !== 200);
      if (dead !== undefined) return fail(`${dead.lang} leads to ${dead.url}, which answers ${dead.status}.`, evidence);
      const bad = entries.find(({ lang, url }) => url === null || (lang !== 'x-default' && !isLanguageTag(lang)));
      if (bad !== undefined) return warn(`"${bad.lang}" is no usable entry.`, evidence);
      if (!entries.some(({ url }) => url === own)) return warn('no entry for the page itself.', evidence);
      if (!entries.some(({ lang }) => lang === 'x-default')) return warn('no x-default.', evidence);
      const others = entries.filter(({ url }) => url !== own);
      const read = others.map(({ url }) => site.readable.find((other) => other.url === url));
      const silent = read.find(
        (other) => other !== undefined && !hreflangsOf(other.fetch, other.facts).some(({ url }) => url === own),
      );
      if (silent !== undefined) return warn(`${silent.url} has no return link.`, evidence);
      if (pairs.some(({ status }) => status === null) || read.some((other) => other === undefined)) {
        return unmeasured('not_captured', `${own}: not every language version was captured.`);
      }
      return pass(`${count(entries.length, 'entry', 'entries')}, all returned.`, evidence);
    }),
};

const emerging: CheckClass = 'emerging';

export const noai: Check = {
  id: 'index.noai',
  class: emerging,
  category: 'index',
  scope: 'page',
  title: 'No directive that nobody documents',
  rule: 'Warn: noai or noimageai in a robots meta element or X-Robots-Tag, for all crawlers or for any named one. Not applicable: none.',
  sources: [sources.noai],
  strength: 'F',
  remediation: 'Say it in robots.txt by token: no major answer engine documents noai.',
  reachable: ['warn', 'not_applicable', 'unmeasured'],
  run: (site) => {
    if (site.readable.length === 0) return unmeasured('page_missing', 'No page could be read.');
    for (const page of site.readable) {
      const found = directivesForAnyone(page.fetch, page.facts).find(
        ({ name }) => name === 'noai' || name === 'noimageai',
      );
      if (found !== undefined)
        return warn(`${page.url}: ${directiveText(found)}.`, { url: page.url, directive: directiveText(found) });
    }
    return notApplicable(`No noai on ${count(site.readable.length, 'page')}.`);
  },
};
