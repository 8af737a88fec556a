import { readPage } from '../../html/pageFacts.ts';
import { count } from '../../text/count.ts';
import { type Check, fail, pass, unmeasured, warn } from '../check.ts';
import type { Fetch } from '../evidenceBundle.ts';
import { chainText, finalError, finalStatus, finalUrl, header, isHtml, redirects, urlKey } from '../fetchFacts.ts';
import { fetchesFor, type SiteEvidence } from '../site.ts';
import { sources } from '../sources.ts';

function schemeOf(url: string): string {
  return URL.parse(url)?.protocol ?? '';
}

/** Finds a request over TLS that failed in the handshake or because of its certificate. */
function tlsFailure(site: SiteEvidence): Fetch | undefined {
  const homeHost = URL.parse(site.bundle.plan.homeUrl)?.host;
  return site.bundle.fetches.find(
    (fetch) =>
      ['home', 'variant', 'robots'].includes(fetch.purpose) &&
      finalError(fetch) === 'tls' &&
      (fetch.purpose === 'home' || URL.parse(finalUrl(fetch))?.host === homeHost),
  );
}

export const https: Check = {
  id: 'access.https',
  class: 'core',
  scope: 'site',
  title: 'The site is served only over https',
  rule: 'Pass: valid TLS, and http redirects to https or is closed. Warn: http also answers 200. Fail: TLS error.',
  sources: [sources.https],
  strength: 'V',
  remediation: 'Redirect every http address to https, and keep the certificate valid.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) => {
    const failure = tlsFailure(site);
    if (failure !== undefined) return fail(`TLS error at ${finalUrl(failure)}.`, { chain: chainText(failure) });
    const { home } = site;
    if (home === null || home.status === null) return unmeasured('page_missing', 'Home did not answer.');
    const plain = fetchesFor(site, 'variant').filter((fetch) => schemeOf(fetch.requestedUrl) === 'http:');
    const open = [...plain, home.fetch].find(
      (fetch) => finalStatus(fetch) === 200 && schemeOf(finalUrl(fetch)) === 'http:',
    );
    const tls = home.fetch.tls;
    const evidence = {
      home: home.url,
      protocol: tls?.protocol ?? null,
      certificateEnds: tls?.validTo ?? null,
      chains: plain.slice(0, 4).map(chainText),
    };
    if (open !== undefined) return warn(`${finalUrl(open)} answers 200 without TLS.`, evidence);
    if (plain.length === 0) return unmeasured('not_captured', 'No http address was tried.');
    return pass(`Home is ${home.url}; http leads to https or is closed.`, evidence);
  },
};

export const soft404: Check = {
  id: 'access.soft404',
  class: 'core',
  scope: 'site',
  title: 'A page that does not exist answers 404',
  rule: 'One made-up path. Pass: 404 or 410. Warn: a redirect to home, or any other answer that is not 200. Fail: 200.',
  sources: [sources.soft404],
  strength: 'V',
  remediation: 'Answer 404 or 410 for addresses that do not exist.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) => {
    const [probe] = fetchesFor(site, 'not_found_probe');
    if (probe === undefined) return unmeasured('not_captured', 'No made-up path was tried.');
    const status = finalStatus(probe);
    if (status === null) return unmeasured('page_missing', `The made-up path ended in ${finalError(probe)}.`);
    const evidence = { url: probe.requestedUrl, status, chain: chainText(probe), sha256: probe.sha256 };
    if (status === 404 || status === 410) return pass(`A made-up path answers ${status}.`, evidence);
    const end = urlKey(finalUrl(probe));
    const homes = [new URL('/', end).href, ...(site.home === null ? [] : [urlKey(site.home.url)])];
    const toHome = redirects(probe) > 0 && homes.includes(end);
    if (status !== 200) return warn(`A made-up path answers ${status}.`, evidence);
    return toHome ? warn('A made-up path redirects to home.', evidence) : fail('A made-up path answers 200.', evidence);
  },
};

/** Returns the group of a variant; all variants of one page should end at one address. */
function variantGroup(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? url : parsed.pathname.replace(/(?<!\/)\/+$/, '') + parsed.search;
}

export const urlVariants: Check = {
  id: 'access.url_variants',
  class: 'hygiene',
  scope: 'site',
  title: 'Variants of an address lead to one page',
  rule: 'http and https, with and without www, with and without trailing slash. Pass: all variants that answer 200 end at one address. Warn: several addresses answer 200.',
  sources: [sources.variants],
  strength: 'V',
  remediation: 'Choose one host and one form of each address, and redirect the others to it.',
  reachable: ['pass', 'warn', 'unmeasured'],
  run: (site) => {
    const variants = fetchesFor(site, 'variant');
    if (variants.length === 0) return unmeasured('not_captured', 'No variant was tried.');
    const endings = new Map<string, Set<string>>();
    for (const fetch of [...site.pages.map((page) => page.fetch), ...variants]) {
      if (finalStatus(fetch) !== 200) continue;
      const group = variantGroup(fetch.requestedUrl);
      endings.set(group, (endings.get(group) ?? new Set()).add(urlKey(finalUrl(fetch))));
    }
    const evidence = { chains: variants.slice(0, 8).map(chainText) };
    for (const fetch of variants) {
      const matches = [...(endings.get(variantGroup(fetch.requestedUrl)) ?? [])];
      if (matches.length > 1)
        return warn(
          `${matches.length} addresses of the same page answer 200: ${matches.slice(0, 4).join(', ')}.`,
          evidence,
        );
    }
    return pass(`${count(variants.length, 'variant')} tried; one address a page answers 200.`, evidence);
  },
};

function wordsOf(fetch: Fetch): number | null {
  if (fetch.body === null || !isHtml(fetch)) return null;
  return readPage(fetch.body, header(fetch, 'content-type'), finalUrl(fetch)).contentWords;
}

export const botUaParity: Check = {
  id: 'access.bot_ua_parity',
  class: 'core',
  scope: 'site',
  title: 'Bot-like user agents get the same page',
  rule: 'Home and the first two sampled pages of that host, requested with two bot-like user agents and with ours. Runs only if the owner verified the site with a token and turned the comparison on (off by default). The capture must still find the token. Pass: same status and at least 80 % of our words. Warn: fewer words. Fail: 4xx or 5xx only for the bot string. Unmeasured: not authorised. A pass proves little, because vendor address ranges cannot be imitated.',
  sources: [sources.nameBlocks],
  strength: 'F',
  remediation: 'Fix the firewall rule, and verify crawlers by the address lists of their vendors.',
  reachable: ['pass', 'warn', 'fail', 'unmeasured'],
  run: (site) => {
    if (!site.bundle.plan.botParityAuthorised)
      return unmeasured('not_authorised', 'The owner has not allowed bot-like user agents.');
    const pairs = fetchesFor(site, 'bot_ua').flatMap((bot) => {
      const own = site.pages.find((page) => urlKey(page.fetch.requestedUrl) === urlKey(bot.requestedUrl));
      const agent = bot.requestHeaders.find(([name]) => name.toLowerCase() === 'user-agent')?.[1] ?? '';
      return own === undefined || own.status === null
        ? []
        : [
            {
              agent,
              url: bot.requestedUrl,
              ownStatus: own.status,
              botStatus: finalStatus(bot),
              ownWords: wordsOf(own.fetch),
              botWords: wordsOf(bot),
            },
          ];
    });
    if (pairs.length === 0) return unmeasured('not_captured', 'No page was requested with a bot-like user agent.');
    const evidence = { pairs: pairs.slice(0, 10) };
    const refused = pairs.find((pair) => pair.ownStatus < 400 && (pair.botStatus === null || pair.botStatus >= 400));
    if (refused !== undefined)
      return fail(
        `${refused.url} answers ${refused.botStatus ?? 'nothing'} to "${refused.agent}", ${refused.ownStatus} to us.`,
        evidence,
      );
    const thin = pairs.find(
      (pair) => pair.botStatus !== pair.ownStatus || (pair.botWords ?? 0) < (pair.ownWords ?? 0) * 0.8,
    );
    if (thin !== undefined)
      return warn(
        `${thin.url} shows ${thin.botWords ?? 0} words to "${thin.agent}", and ${thin.ownWords ?? 0} to us.`,
        evidence,
      );
    return pass(
      `Bot-like user agents got the same pages as our own in ${count(pairs.length, 'comparison')}.`,
      evidence,
    );
  },
};
