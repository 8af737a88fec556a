import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/domain/checks/catalogue.ts';
import { findChallenge } from '../../../src/domain/checks/challenge.ts';
import type { Fetch } from '../../../src/domain/checks/evidenceBundle.ts';
import { robotsDirectives } from '../../../src/domain/checks/pageSignals.ts';
import { readSite } from '../../../src/domain/checks/site.ts';
import { type Change, home, homeReply, morePages, pageAt, probe, robots, robotsText } from './support/change.ts';
import { at, bundleOf, healthySite, type Reply, reply } from './support/siteSpec.ts';

function run(id: string, ...changes: Change[]) {
  const site = healthySite();
  for (const change of changes) change(site);
  const check = catalogue.find((each) => each.id === id);
  if (check === undefined) throw new Error(`no check ${id}`);
  return check.run(readSite(bundleOf(site)));
}

/** Returns the home fetch of a site with this home response. */
function homeFetch(change: Partial<Reply>): Fetch {
  const site = healthySite();
  homeReply(change)(site);
  const result = bundleOf(site).fetches.find(({ purpose }) => purpose === 'home');
  if (result === undefined) throw new Error('no home');
  return result;
}

describe('a challenge', () => {
  const html = 'text/html';
  test.each([
    ['a header of the edge', { headers: [['CF-Mitigated', 'challenge']] }, 400, 'cf-mitigated'],
    [
      'a header of the firewall',
      { headers: [['x-amzn-waf-action', 'captcha']], status: 405 },
      null,
      'x-amzn-waf-action',
    ],
    [
      'a form with a refusal',
      { status: 403, type: html, body: '<form id="challenge-form"></form>' },
      null,
      'cloudflare_form',
    ],
    ['a refusal alone', { status: 403, type: html, body: '<p>no</p>' }, null, 'status_403'],
    ['too many requests', { status: 429 }, null, 'status_429'],
    ['an unavailable server', { status: 503 }, null, 'status_503'],
    ['the title of a challenge', { type: html, body: '<title>Just a moment...</title>' }, 0, 'cloudflare_title'],
  ] satisfies [string, Partial<Reply>, number | null, string][])('is recognised by %s', (_, change, words, id) => {
    expect(findChallenge(homeFetch(change), words)).toBe(id);
  });

  test.each([
    ['a captcha that guards a form on a real page', { type: html, body: '<div class="g-recaptcha"></div>' }, 400],
    ['a captcha on an empty page', { type: html, body: '<div class="h-captcha"></div>' }, 10],
    ['a page that is gone', { status: 404 }, null],
    ['a page behind a login', { status: 401 }, null],
    ['an error of the network', { error: 'timeout' }, null],
  ] satisfies [string, Partial<Reply>, number | null][])('is not recognised in %s', (_, change, words) => {
    expect(findChallenge(homeFetch(change), words)).toBeNull();
  });
});

describe('a sitemap', () => {
  test('with an error does not count, whatever precedes the error', () => {
    const verdict = run('discovery.sitemap.quality', (site) => {
      const body = `<urlset><url><loc>${at('/')}</loc></url>`;
      site.sitemaps = [{ url: at('/sitemap.xml'), reply: reply({ body }) }];
    });
    expect(verdict.outcome).toBe('not_applicable');
  });

  test('index inside an index violates the protocol', () => {
    const index = (path: string) => `<sitemapindex><sitemap><loc>${at(path)}</loc></sitemap></sitemapindex>`;
    const verdict = run('discovery.sitemap.limits', (site) => {
      site.sitemaps = [
        { url: at('/sitemap.xml'), reply: reply({ body: index('/inner.xml') }) },
        { url: at('/inner.xml'), reply: reply({ body: index('/leaf.xml') }) },
      ];
    });
    expect(verdict.outcome).toBe('warn');
  });
});

test.each([
  ['noindex', ['robots noindex']],
  ['googlebot: noindex, nofollow', ['googlebot noindex', 'googlebot nofollow']],
  ['max-snippet: 20, NOARCHIVE', ['robots max-snippet=20', 'robots noarchive']],
  ['unavailable_after: 25 Jun 2027 15:00:00 GMT', ['robots unavailable_after=25 jun 2027 15:00:00 gmt']],
  ['otherbot: noindex', []],
])('robots directives of the header "%s"', (value, expected) => {
  const result = robotsDirectives(homeFetch({ headers: [['X-Robots-Tag', value]] }), null);
  expect(
    result.map(({ agent, name, value: setting }) => `${agent} ${name}${setting === null ? '' : `=${setting}`}`),
  ).toEqual(expected);
});

describe('limits between outcomes', () => {
  const failing = (bad: number, of: number): Change =>
    morePages(of - 8, (each, index) => Object.assign(each.reply, { status: index < bad ? 404 : 200 }));
  test.each([
    [1, 20, 'pass'],
    [2, 20, 'warn'],
    [3, 20, 'fail'],
  ])('with %i of %i pages gone: %s', (bad, of, outcome) => {
    expect(run('access.page.status', failing(bad, of)).outcome).toBe(outcome);
  });

  test.each([
    [800, 'pass'],
    [801, 'warn'],
    [1800, 'warn'],
    [1801, 'fail'],
  ])('with a first byte after %i ms: %s', (ms, outcome) => {
    const all: Change = (site) => {
      homeReply({ ttfbMs: ms })(site);
      for (const each of site.extras) if (each.purpose === 'ttfb') each.reply.ttfbMs = ms;
    };
    expect(run('render.ttfb', all).outcome).toBe(outcome);
  });

  test.each([
    ['a core bot on some paths', robotsText('User-agent: Googlebot', 'Disallow: /news'), 'warn'],
    ['a bot on half of the paths', robotsText('User-agent: Googlebot', 'Disallow: /news', 'Disallow: /about'), 'fail'],
    ['a bot on home alone', robotsText('User-agent: Googlebot', 'Disallow: /$'), 'fail'],
    ['a bot outside the core everywhere', robotsText('User-agent: DuckAssistBot', 'Disallow: /'), 'warn'],
    ['nobody, because the file is not there', robots({ status: 410 }), 'pass'],
    ['everybody, because the file cannot be reached', robots({ status: 500 }), 'fail'],
    ['everybody, because of the network', robots({ error: 'timeout' }), 'fail'],
  ])('robots.txt blocks %s: %s', (_, change, outcome) => {
    expect(run('access.robots.search_bots', change).outcome).toBe(outcome);
  });

  test.each([
    [404, 'pass'],
    [410, 'pass'],
    [403, 'warn'],
    [429, 'fail'],
    [500, 'fail'],
    [200, 'pass'],
  ])('robots.txt with status %i: %s', (status, outcome) => {
    expect(run('access.robots.fetch', robots({ status, body: 'User-agent: *\nAllow: /\n' })).outcome).toBe(outcome);
  });

  test('robots.txt that is a page is a warning', () => {
    expect(run('access.robots.fetch', robots({ type: 'text/html', body: '<html></html>' })).outcome).toBe('warn');
  });
});

describe('evidence from another host or of another kind', () => {
  test('a page is judged by the robots.txt of its own host', () => {
    const verdict = run('access.robots.search_bots', (site) => {
      const www = 'https://www.lanternworks.example';
      Object.assign(home(site).reply, { via: [at('/')], endsAt: `${www}/` });
      site.extras.push({
        purpose: 'robots',
        url: `${www}/robots.txt`,
        reply: reply({ body: 'User-agent: Googlebot\nDisallow: /\n' }),
      });
    });
    expect(verdict).toMatchObject({
      outcome: 'fail',
      evidence: { blocked: [{ token: 'Googlebot', path: '/', line: 2 }, {}] },
    });
  });

  test('a redirect that robots.txt did not let us follow is not a dead page', () => {
    const change: Change = (site) => {
      Object.assign(pageAt(site, '/about').reply, {
        via: [at('/about')],
        endsAt: at('/closed'),
        error: 'blocked_robots',
      });
    };
    expect(run('access.page.status', change).outcome).toBe('pass');
  });

  test('an image whose server does not support HEAD is unmeasured, not missing', () => {
    const site = healthySite();
    const bundle = bundleOf(site);
    const fetches = bundle.fetches.map((fetch) =>
      fetch.purpose === 'image'
        ? {
            ...fetch,
            hops: fetch.hops.map((hop) => ({
              ...hop,
              method: 'HEAD' as const,
              outcome: { kind: 'response' as const, status: 405, headers: [] },
            })),
          }
        : fetch,
    );
    const check = catalogue.find(({ id }) => id === 'social.opengraph');
    expect(check?.run(readSite({ ...bundle, fetches })).outcome).toBe('unmeasured');
  });

  test('a well-known file is absent if every path returns a page', () => {
    const everything: Change = (site) => {
      for (const each of site.extras) {
        if (['not_found_probe', 'well_known', 'llms_txt'].includes(each.purpose))
          Object.assign(each.reply, { status: 200, type: 'text/html' });
      }
    };
    expect(run('agent.well_known', everything).outcome).toBe('not_applicable');
    expect(run('agent.llms_txt', everything).outcome).toBe('not_applicable');
    expect(run('access.soft404', everything).outcome).toBe('fail');
  });

  test('a closed http port is not an error', () => {
    expect(run('access.https', probe('variant', { via: [], endsAt: null, error: 'refused' })).outcome).toBe('pass');
  });

  test('a canonical in a Link header counts', () => {
    const change: Change = (site) => {
      for (const each of [home(site), ...site.pages]) {
        each.doc.canonical = null;
        each.reply.headers = [['Link', `</style.css>; rel=preload, <${at(each.path)}>; rel="canonical"`]];
      }
    };
    expect(run('index.canonical', change).outcome).toBe('pass');
  });
});
