import { type Check, count, fail, pass, percent, unmeasured, warn } from '../check.ts';
import { chainText, finalError, redirects } from '../fetchFacts.ts';
import type { PageEvidence } from '../site.ts';
import { sources } from '../sources.ts';

function ending(page: PageEvidence): string {
  return String(page.status ?? finalError(page.fetch) ?? 'no answer');
}

export const pageStatus: Check = {
  id: 'access.page.status',
  class: 'gate',
  category: 'access',
  scope: 'page',
  title: 'Pages answer 200',
  rule: 'Final status of home and sample. Pass: home is 200 and at least 95 % are. Warn: at least 90 %. Fail: home is not 200, or less than 90 % are.',
  sources: [sources.vercel],
  strength: 'R',
  remediation: 'Repair the listed addresses or stop linking them.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) => {
    // A redirect that robots.txt told us not to follow says nothing about the page behind it.
    const pages = site.pages.filter((page) => finalError(page.fetch) !== 'blocked_robots');
    const home = pages.find((page) => page.isHome) ?? null;
    if (pages.length === 0) return unmeasured('page_missing', 'No page was requested.');
    const bad = pages.filter((page) => page.status !== 200);
    const good = pages.length - bad.length;
    const evidence = {
      pages: pages.length,
      ok: good,
      others: bad
        .slice(0, 10)
        .map((page) => ({ url: page.fetch.requestedUrl, ends: ending(page), chain: chainText(page.fetch) })),
    };
    if (home !== null && home.status !== 200) return fail(`Home ends in ${ending(home)}.`, evidence);
    const [first] = bad;
    const where = first === undefined ? '' : `; ${first.fetch.requestedUrl} ends in ${ending(first)}`;
    const line = `${good} of ${count(pages.length, 'page')} (${percent(good, pages.length)}) answer 200${where}.`;
    if (good * 100 >= pages.length * 95)
      return home === null ? unmeasured('page_missing', 'Home was not requested.') : pass(line, evidence);
    return good * 100 >= pages.length * 90 ? warn(line, evidence) : fail(line, evidence);
  },
};

export const pageRedirects: Check = {
  id: 'access.page.redirects',
  class: 'hygiene',
  category: 'access',
  scope: 'page',
  title: 'Pages are reached without chains of redirects',
  rule: 'Redirects to the final address. Pass: at most 1 everywhere. Warn: 2 to 4. Fail: 5 or more, or a loop.',
  sources: [sources.vercel, sources.rfc9309],
  strength: 'R',
  remediation: 'Link and list the final address.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: ({ pages }) => {
    const answered = pages.filter((page) => page.status !== null || finalError(page.fetch) === 'too_many_redirects');
    if (answered.length === 0) return unmeasured('page_missing', 'No page answered.');
    const hops = (page: PageEvidence) => (finalError(page.fetch) === 'too_many_redirects' ? 5 : redirects(page.fetch));
    const [worst] = answered.toSorted((a, b) => hops(b) - hops(a));
    const most = worst === undefined ? 0 : hops(worst);
    const chains = answered.filter((page) => hops(page) > 1).slice(0, 5);
    const evidence = { pages: answered.length, most, chains: chains.map((page) => chainText(page.fetch)) };
    if (most <= 1) return pass(`At most ${count(most, 'redirect')} on ${count(answered.length, 'page')}.`, evidence);
    const line = `${most >= 5 ? '5 or more' : most} redirects from ${worst?.fetch.requestedUrl ?? ''}.`;
    return most >= 5 ? fail(line, evidence) : warn(line, evidence);
  },
};

export const challenge: Check = {
  id: 'access.challenge',
  class: 'gate',
  category: 'access',
  scope: 'page',
  title: 'A declared crawler is not turned away',
  rule: 'Bot challenge to our declared agent: status 403, 429 or 503, the header of a vendor that says so (Cloudflare, AWS WAF, Vercel, SiteGround), or, on a page of fewer than 50 words, a captcha or the challenge markup of a known vendor. Pass: none. Warn: on some sampled pages. Fail: on home.',
  sources: [sources.edgeBlocks],
  strength: 'C',
  remediation: 'Allow verified bots at the edge (CDN, firewall), not only in robots.txt.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: ({ pages, home }) => {
    const answered = pages.filter((page) => page.status !== null);
    if (answered.length === 0) return unmeasured('page_missing', 'No page answered.');
    const met = answered.filter((page) => page.challenge !== null);
    const evidence = {
      pages: answered.length,
      challenged: met.slice(0, 10).map((page) => ({ url: page.url, status: page.status, matcher: page.challenge })),
    };
    const first = met[0];
    if (first === undefined) {
      if (home?.status == null) return unmeasured('page_missing', 'Home did not answer.');
      return pass(`No challenge on ${count(answered.length, 'page')}.`, evidence);
    }
    const line = `${count(met.length, 'page')} of ${answered.length} turned us away; ${first.url}: ${first.challenge}.`;
    return home?.challenge == null ? warn(line, evidence) : fail(line, evidence);
  },
};
