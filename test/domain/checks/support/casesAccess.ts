import {
  adding,
  all,
  type CaseTable,
  extra,
  home,
  homeReply,
  keep,
  morePages,
  noPages,
  noSitemap,
  nothingReadable,
  onEveryPage,
  onHome,
  pageAt,
  probe,
  robots,
  robotsText,
  without,
} from './change.ts';
import { at, origin, reply, sitemapPaths, sitemapXml, xml } from './siteSpec.ts';

const noRobots = robots(null);
const sitemapLine = `Sitemap: ${origin}/sitemap.xml`;

function sitemapBody(body: string) {
  return (site: Parameters<typeof keep>[0]) => {
    site.sitemaps = [{ url: at('/sitemap.xml'), reply: xml(body) }];
  };
}

function dated(date: (index: number) => string | null) {
  return sitemapBody(sitemapXml(sitemapPaths().map((path, index) => [path, date(index)])));
}

function manyEntries(count: number): string {
  return sitemapXml(Array.from({ length: count }, (_, index) => [`/item/${index}`, null]));
}

export const accessCases: CaseTable = {
  'access.robots.fetch': {
    pass: robots({ status: 404 }),
    warn: robots({ status: 403 }),
    fail: robots({ status: 503 }),
    unmeasured: noRobots,
  },
  'access.robots.syntax': {
    pass: keep,
    warn: robotsText('Disallow: /early', 'User-agent: *', 'Allow: /'),
    not_applicable: robots({ status: 404 }),
    unmeasured: noRobots,
  },
  'access.robots.search_bots': {
    pass: keep,
    warn: robotsText('User-agent: Applebot', 'Disallow: /'),
    fail: robotsText('User-agent: OAI-SearchBot', 'Disallow: /'),
    unmeasured: noRobots,
  },
  'access.robots.user_fetchers': {
    pass: keep,
    warn: robotsText('User-agent: Claude-User', 'Disallow: /'),
    unmeasured: noRobots,
  },
  'access.robots.training_policy': {
    pass: robotsText('User-agent: GPTBot', 'Disallow: /'),
    warn: robotsText('User-agent: *', 'Disallow: /'),
    unmeasured: noRobots,
  },
  'access.robots.google_extended': {
    pass: keep,
    warn: robotsText('User-agent: Google-Extended', 'Disallow: /'),
    unmeasured: noRobots,
  },
  'access.robots.dead_tokens': {
    pass: robotsText('User-agent: anthropic-ai', 'User-agent: ClaudeBot', 'Disallow: /'),
    warn: robotsText('User-agent: claude-web', 'Disallow: /'),
    not_applicable: keep,
    unmeasured: noRobots,
  },
  'access.page.status': {
    pass: keep,
    warn: morePages(5, (each, index) => Object.assign(each.reply, { status: index === 0 ? 404 : 200 })),
    fail: homeReply({ status: 500 }),
    unmeasured: noPages,
  },
  'access.page.redirects': {
    pass: (site) => Object.assign(pageAt(site, '/about').reply, { via: [at('/about')], endsAt: at('/about-us') }),
    warn: (site) =>
      Object.assign(pageAt(site, '/about').reply, { via: [at('/about'), at('/x')], endsAt: at('/about-us') }),
    fail: (site) =>
      Object.assign(pageAt(site, '/about').reply, { via: [at('/about'), at('/x')], error: 'too_many_redirects' }),
    unmeasured: noPages,
  },
  'access.https': {
    pass: keep,
    warn: probe('variant', { via: [], endsAt: null }),
    fail: homeReply({ error: 'tls' }),
    unmeasured: without('variant'),
  },
  'access.soft404': {
    pass: keep,
    warn: (site) => {
      const { reply: answer, url } = extra(site, 'not_found_probe');
      Object.assign(answer, { status: 200, via: [url], endsAt: at('/') });
    },
    fail: probe('not_found_probe', { status: 200 }),
    unmeasured: without('not_found_probe'),
  },
  'access.challenge': {
    pass: keep,
    warn: (site) => Object.assign(pageAt(site, '/about').reply, { status: 403 }),
    fail: homeReply({ headers: [['cf-mitigated', 'challenge']] }),
    unmeasured: homeReply({ error: 'timeout' }),
  },
  'access.bot_ua_parity': {
    pass: (site) => {
      site.parity = true;
      site.extras.push(botRequest(200, null));
    },
    warn: (site) => {
      site.parity = true;
      site.extras.push(botRequest(200, '<main><p>A short page.</p></main>'));
    },
    fail: (site) => {
      site.parity = true;
      site.extras.push(botRequest(403, '<p>no</p>'));
    },
    unmeasured: keep,
  },
  'access.url_variants': {
    pass: keep,
    warn: (site) => {
      site.extras.push({
        purpose: 'variant',
        url: 'https://www.lanternworks.example/',
        reply: reply({ type: 'text/html' }),
      });
    },
    unmeasured: without('variant'),
  },
  'discovery.sitemap.present': {
    pass: keep,
    warn: robotsText('User-agent: *', 'Allow: /'),
    fail: (site) => {
      site.sitemaps = [{ url: at('/sitemap.xml'), reply: reply({ status: 404 }) }];
    },
    unmeasured: noSitemap,
  },
  'discovery.sitemap.limits': {
    pass: keep,
    warn: sitemapBody(manyEntries(50_001)),
    not_applicable: sitemapBody('no xml at all'),
    unmeasured: noSitemap,
  },
  'discovery.sitemap.quality': {
    pass: keep,
    warn: all(
      (site) => site.extras.push({ purpose: 'sitemap_sample', url: at('/gone'), reply: reply({ status: 404 }) }),
      sitemapBody(sitemapXml([...sitemapPaths(), '/gone'].map((path) => [path, null]))),
    ),
    fail: robots({ body: `User-agent: *\nDisallow: /news\nDisallow: /about\n${sitemapLine}\n` }),
    not_applicable: sitemapBody('no xml at all'),
    unmeasured: noSitemap,
  },
  'discovery.sitemap.lastmod': {
    pass: keep,
    warn: dated(() => '2026-01-01'),
    not_applicable: sitemapBody('no xml at all'),
    unmeasured: noSitemap,
  },
  'discovery.links.crawlable': {
    pass: keep,
    warn: onHome({
      nav: '<a href="/about">About</a><a href="https://elsewhere.example/">Out</a><a href="#top">Top</a>',
    }),
    fail: onHome({ nav: '<button onclick="go()">About</button>' }),
    unmeasured: nothingReadable,
  },
  'discovery.depth': {
    pass: keep,
    warn: all(
      (site) => {
        pageAt(site, '/about').doc.after = '<a href="/more/0">more</a>';
      },
      morePages(4, (each, index) => {
        // Each page links to the next.
        each.doc.after = `<a href="/more/${index + 1}">next</a>`;
        each.doc.nav = '';
      }),
    ),
    unmeasured: all(onEveryPage({ nav: '<a href="/about">About</a>' }), without('ttfb')),
  },
  'render.charset': {
    pass: keep,
    warn: onEveryPage(adding({ main: '<p>caf\uFFFD and caf\uFFFD and caf\uFFFD and caf\uFFFD</p>' })),
    fail: onHome({ main: `<p>${'\uFFFD\uFFFD lamp '.repeat(60)}</p>` }),
    not_applicable: (site) => {
      site.pages = [];
      Object.assign(home(site).reply, { body: '<html><head></head><body></body></html>' });
    },
    unmeasured: nothingReadable,
  },
  'render.raw_text': {
    pass: keep,
    warn: onEveryPage({ main: `<p>${'A few plain words about lamps here. '.repeat(12)}</p>` }),
    fail: onHome({ h1: null, main: '<div id="root"></div>' }),
    not_applicable: (site) => {
      site.pages = [];
      Object.assign(home(site).reply, { type: 'application/pdf', body: '%PDF-1.7' });
    },
    unmeasured: noPages,
  },
  'render.html_bytes': {
    pass: keep,
    warn: (site) => {
      for (const path of ['/about', '/contact']) pageAt(site, path).doc.after = `<!-- ${'x'.repeat(1_100_000)} -->`;
    },
    fail: onHome({ after: `<!-- ${'x'.repeat(2_200_000)} -->` }),
    unmeasured: nothingReadable,
  },
  'render.ttfb': {
    pass: keep,
    warn: all(probe('ttfb', { ttfbMs: 900 }), homeReply({ ttfbMs: 1500 })),
    fail: all(probe('ttfb', { ttfbMs: 2500 }), homeReply({ ttfbMs: 1900 }), (site) => {
      for (const each of site.extras) if (each.purpose === 'ttfb') each.reply.ttfbMs = 2000;
    }),
    unmeasured: without('ttfb'),
  },
  'render.validators': {
    pass: keep,
    warn: homeReply({ headers: [] }),
    unmeasured: without('validator'),
  },
};

function botRequest(status: number, body: string | null) {
  const text = body ?? `<main><h1>About home</h1><p>${'Words about lamps and about light. '.repeat(60)}</p></main>`;
  return {
    purpose: 'bot_ua' as const,
    url: at('/'),
    reply: reply({ status, type: 'text/html', body: text }),
    requestHeaders: [['User-Agent', 'Mozilla/5.0 (compatible; GPTBot/1.2)'] as const],
  };
}
