import { count } from '../../text/count.ts';
import { failingShare, intervalText } from '../aggregate.ts';
import { type Check, fail, pass, percent, unmeasured, warn } from '../check.ts';
import { chainText, finalError, redirects } from '../fetchFacts.ts';
import type { PageEvidence } from '../site.ts';
import { sources } from '../sources.ts';

function ending(page: PageEvidence): string {
  return String(page.status ?? finalError(page.fetch) ?? 'no answer');
}

export const pageStatus: Check = {
  id: 'access.page.status',
  class: 'gate',
  scope: 'page',
  title: 'Pages answer 200',
  rule: 'Final status of home and sample. Pass: home is 200 and at least 95 % are. Warn: at least 90 %. Fail: home is not 200, or less than 90 % are.',
  sources: [sources.vercel],
  strength: 'R',
  remediation: 'Fix the listed addresses or stop linking to them.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) => {
    // A redirect that robots.txt forbade us to follow says nothing about its target.
    const pages = site.pages.filter((page) => finalError(page.fetch) !== 'blocked_robots');
    const home = pages.find((page) => page.isHome) ?? null;
    if (pages.length === 0) return unmeasured('page_missing', 'No page was requested.');
    const bad = pages.filter((page) => page.status !== 200);
    const good = pages.length - bad.length;
    const evidence = {
      pages: pages.length,
      ok: good,
      ...failingShare(site, bad.length, pages.length),
      others: bad
        .slice(0, 10)
        .map((page) => ({ url: page.fetch.requestedUrl, ends: ending(page), chain: chainText(page.fetch) })),
    };
    if (home !== null && home.status !== 200) return fail(`Home ends in ${ending(home)}.`, evidence);
    const [first] = bad;
    const interval = bad.length === 0 ? '' : intervalText(failingShare(site, bad.length, pages.length));
    const where = first === undefined ? '' : `; ${first.fetch.requestedUrl} ends in ${ending(first)}`;
    const line = `${good} of ${count(pages.length, 'page')} (${percent(good, pages.length)}) ${pages.length === 1 ? 'answers' : 'answer'} 200${interval}${where}.`;
    if (good * 100 >= pages.length * 95)
      return home === null ? unmeasured('page_missing', 'Home was not requested.') : pass(line, evidence);
    return good * 100 >= pages.length * 90 ? warn(line, evidence) : fail(line, evidence);
  },
};

export const pageRedirects: Check = {
  id: 'access.page.redirects',
  class: 'hygiene',
  scope: 'page',
  title: 'Pages are reached without chains of redirects',
  rule: 'Redirects to the final address. Pass: at most 1 everywhere. Warn: 2 to 4, or home redirects by a meta refresh or a script, which is reported and followed once. Fail: 5 or more, or a loop.',
  sources: [sources.vercel, sources.rfc9309],
  strength: 'R',
  remediation: 'Link to the final address, and list it in the sitemap.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: ({ pages, bundle }) => {
    const answers = pages.filter((page) => page.status !== null || finalError(page.fetch) === 'too_many_redirects');
    if (answers.length === 0) return unmeasured('page_missing', 'No page answered.');
    const hops = (page: PageEvidence) => (finalError(page.fetch) === 'too_many_redirects' ? 5 : redirects(page.fetch));
    const [worst] = answers.toSorted((a, b) => hops(b) - hops(a));
    const most = worst === undefined ? 0 : hops(worst);
    const chains = answers.filter((page) => hops(page) > 1).slice(0, 5);
    const onward = bundle.plan.homeRedirect ?? null;
    const evidence = {
      pages: answers.length,
      most,
      chains: chains.map((page) => chainText(page.fetch)),
      ...(onward === null ? {} : { homeRedirect: { ...onward } }),
    };
    if (most < 5 && onward !== null) {
      const means = onward.kind === 'script' ? 'a script' : 'a meta refresh';
      return warn(
        `Home sends its readers to ${onward.to} by ${means}, which a crawler without a browser need not follow.`,
        evidence,
      );
    }
    if (most <= 1) {
      const line = most === 0 ? 'None' : 'No more than one redirect leads to any';
      return pass(`${line} of ${count(answers.length, 'page')}${most === 0 ? ' redirects' : ''}.`, evidence);
    }
    const line = `${worst?.fetch.requestedUrl ?? ''} leads through ${most >= 5 ? '5 or more' : most} redirects.`;
    return most >= 5 ? fail(line, evidence) : warn(line, evidence);
  },
};

export const challenge: Check = {
  id: 'access.challenge',
  class: 'gate',
  scope: 'page',
  title: 'A declared crawler is not blocked (tested with our own name)',
  rule: 'A bot challenge for our own user agent, the only one tried. Signs: status 403, 429 or 503, or the header of a vendor (Cloudflare, AWS WAF, Vercel, SiteGround). On a page of fewer than 50 words, also the title or the form of a known challenge. The script of a captcha alone does not count. Pass: none. Warn: on some sampled pages. Fail: on home.',
  sources: [sources.edgeBlocks],
  strength: 'C',
  remediation: 'Allow verified bots at the edge (CDN, firewall), not only in robots.txt.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: ({ pages, home, bundle }) => {
    const replies = pages.filter((page) => page.status !== null);
    if (replies.length === 0) return unmeasured('page_missing', 'No page answered.');
    const met = replies.filter((page) => page.challenge !== null);
    const evidence = {
      pages: replies.length,
      challenged: met.slice(0, 10).map((page) => ({ url: page.url, status: page.status, matcher: page.challenge })),
    };
    const first = met[0];
    if (first === undefined) {
      if (home?.status == null) return unmeasured('page_missing', 'Home did not answer.');
      return pass(
        `No challenge on ${count(replies.length, 'page')} to ${bundle.plan.robotsToken}, the only name tried: other crawlers may be treated otherwise.`,
        evidence,
      );
    }
    const line = `${met.length} of ${count(replies.length, 'page')} turned ${bundle.plan.robotsToken} away, the only name tried; ${first.url} did so with ${first.challenge?.replace('_', ' ') ?? 'a challenge'}.`;
    return home?.challenge == null ? warn(line, evidence) : fail(line, evidence);
  },
};
