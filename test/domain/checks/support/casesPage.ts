import {
  adding,
  all,
  type CaseTable,
  home,
  homeReply,
  keep,
  noBrowser,
  nothingReadable,
  onEveryPage,
  onHome,
  pageAt,
  renderedHome,
} from './change.ts';
import { at, prose, type SiteSpec, sitemapXml, xml } from './siteSpec.ts';

function hreflangs(doc: { head: string }, ...pairs: [lang: string, path: string][]): void {
  doc.head += pairs.map(([lang, path]) => `<link rel="alternate" hreflang="${lang}" href="${at(path)}">`).join('');
}

/** Leaves one article out of the sitemap. */
function unlisted(site: SiteSpec): void {
  site.sitemaps = [{ url: at('/sitemap.xml'), reply: xml(sitemapXml([['/', null]])) }];
}

export const pageCases: CaseTable = {
  'render.raw_vs_rendered': {
    pass: keep,
    warn: renderedHome(
      adding({ main: `<p>${'Kerzenlicht Fensterbrett Drehschalter Messinghaken Stoffkabel '.repeat(12)}</p>` }),
    ),
    fail: all(onHome({ main: '<div id="root"></div>' }), renderedHome({ main: `<p>${prose(5, 14)}</p>` })),
    unmeasured: noBrowser,
  },
  'render.meta_parity': {
    pass: keep,
    warn: renderedHome({ title: 'A title that a script wrote' }),
    fail: renderedHome(adding({ head: '<meta name="robots" content="noindex">' })),
    unmeasured: noBrowser,
  },
  'index.robots_meta': {
    pass: keep,
    warn: all(unlisted, (site) => {
      pageAt(site, '/news/first').doc.head += '<meta name="googlebot" content="noindex">';
    }),
    fail: homeReply({ headers: [['X-Robots-Tag', 'noindex, nofollow']] }),
    unmeasured: nothingReadable,
  },
  'index.snippet_controls': {
    pass: onHome(adding({ head: '<meta name="robots" content="max-snippet:-1, max-image-preview:large">' })),
    warn: onHome(adding({ head: '<meta name="robots" content="max-snippet:20">' })),
    fail: onHome(adding({ head: '<meta name="robots" content="nosnippet">' })),
    unmeasured: nothingReadable,
  },
  'index.canonical': {
    pass: keep,
    warn: onEveryPage((doc, path) => {
      doc.canonical = path;
    }),
    fail: onHome({ canonical: 'https://elsewhere.example/' }),
    unmeasured: nothingReadable,
  },
  'index.hreflang': {
    pass: (site) => {
      for (const each of [home(site).doc, pageAt(site, '/about').doc])
        hreflangs(each, ['en', '/'], ['de', '/about'], ['x-default', '/']);
    },
    warn: (site) => hreflangs(home(site).doc, ['en', '/'], ['de', '/about'], ['x-default', '/']),
    fail: (site) => {
      hreflangs(home(site).doc, ['en', '/'], ['de', '/gone'], ['x-default', '/']);
      const { reply } = pageAt(site, '/about');
      Object.assign(reply, { via: [at('/about')], endsAt: at('/gone'), status: 404 });
    },
    not_applicable: keep,
    unmeasured: (site) => hreflangs(home(site).doc, ['en', '/'], ['de', '/unread'], ['x-default', '/']),
  },
  'index.noai': {
    warn: homeReply({ headers: [['x-robots-tag', 'noai, noimageai']] }),
    not_applicable: keep,
    unmeasured: nothingReadable,
  },
  'content.title': {
    pass: keep,
    warn: onEveryPage({ title: 'The same title everywhere' }),
    fail: onHome({ title: null }),
    unmeasured: nothingReadable,
  },
  'content.description': {
    pass: keep,
    warn: onEveryPage({ description: null }),
    unmeasured: nothingReadable,
  },
  'content.headings': {
    pass: onHome(adding({ main: '<h2>Lamps</h2><h3>Tall</h3><h2>Shades</h2>' })),
    warn: onEveryPage(adding({ main: '<h4>Too deep</h4>' })),
    unmeasured: nothingReadable,
  },
  'content.language': {
    pass: keep,
    warn: onEveryPage({ lang: 'de' }),
    unmeasured: onEveryPage({ main: '<p>Lamp, shade, cable.</p>' }),
  },
};
