import { createHash } from 'node:crypto';
import type {
  AccessibilityReading,
  EvidenceBundle,
  Fetch,
  HeaderList,
  HiddenText,
  Hop,
  HopOutcome,
  Purpose,
} from '../../../../src/domain/checks/evidenceBundle.ts';

export const origin = 'https://lanternworks.example';
export const siteName = 'Lanternworks';
const capturedAt = '2026-11-02T09:00:00.000Z';

type ErrorCode = Extract<HopOutcome, { kind: 'error' }>['code'];

/** Response of the fictional server. */
export type Reply = {
  status: number;
  type: string | null;
  headers: [string, string][];
  body: string | Uint8Array | null;
  error: ErrorCode | null;
  /** Addresses of the redirects before the last one. */
  via: string[];
  /** End of the redirects; null: the requested address. */
  endsAt: string | null;
  truncated: boolean;
  ttfbMs: number;
};

export type Doc = {
  lang: string | null;
  title: string | null;
  description: string | null;
  canonical: string | null;
  og: Record<string, string>;
  head: string;
  nav: string;
  h1: string | null;
  /** Inside the main element, after the h1. */
  main: string;
  /** After the main element. */
  after: string;
  jsonLd: unknown[];
};

export type PageSpec = { path: string; reply: Reply; doc: Doc };

export type Extra = { purpose: Purpose; url: string; reply: Reply; requestHeaders?: HeaderList };

type RenderedSpec = {
  path: string;
  doc: Doc | null;
  interactive: { role: string; name: string }[];
  tools: { name: string; hasValidSchema: boolean }[];
  /** Null if axe-core could not run; absent: no findings. */
  accessibility?: AccessibilityReading | null;
  hiddenTexts?: HiddenText[];
};

export type SiteSpec = {
  home: PageSpec | null;
  pages: PageSpec[];
  robots: Reply | null;
  sitemaps: { url: string; reply: Reply }[];
  extras: Extra[];
  rendered: RenderedSpec[];
  renderer: EvidenceBundle['renderer'];
  planned: number | null;
  skipped: EvidenceBundle['skipped'];
  parity: boolean;
  googleAiControl?: EvidenceBundle['plan']['googleAiControl'];
};

export function reply(change: Partial<Reply> = {}): Reply {
  return {
    status: 200,
    type: 'text/plain; charset=utf-8',
    headers: [],
    body: null,
    error: null,
    via: [],
    endsAt: null,
    truncated: false,
    ttfbMs: 120,
    ...change,
  };
}

export function at(path: string): string {
  return path.startsWith('http') ? path : origin + path;
}

const subjects = 'lamp shade socket cable switch bracket bulb dimmer mirror frame stand hook panel cover clamp'.split(
  ' ',
);
const places = 'kitchen hall studio garden office workshop library bedroom station gallery bakery theatre'.split(' ');
const acts = 'built tested packed painted repaired measured drawn tuned polished wired rated assembled'.split(' ');
const qualities = 'warm steady quiet light narrow sturdy bright simple careful even modest lasting'.split(' ');

/** Generates English text, different for each seed: `sentences` of about eighteen words. */
export function prose(seed: number, sentences: number): string {
  let state = (seed + 1) * 2654435761;
  const pick = (words: readonly string[]) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return words[Math.floor((state / 4294967296) * words.length)] ?? '';
  };
  const out: string[] = [];
  for (let at = 0; at < sentences; at += 1) {
    out.push(
      `The ${pick(qualities)} ${pick(subjects)} for your ${pick(places)} is ${pick(acts)} by us and ${pick(acts)} with the ${pick(subjects)} that you have in the ${pick(places)}.`,
    );
  }
  return out.join(' ');
}

function renderDoc(doc: Doc): string {
  const og = Object.entries(doc.og).map(([key, value]) => `<meta property="${key}" content="${value}">`);
  const json = doc.jsonLd.map((value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `<script type="application/ld+json">${text}</script>`;
  });
  return [
    '<!doctype html>',
    doc.lang === null ? '<html>' : `<html lang="${doc.lang}">`,
    '<head><meta charset="utf-8">',
    doc.title === null ? '' : `<title>${doc.title}</title>`,
    doc.description === null ? '' : `<meta name="description" content="${doc.description}">`,
    doc.canonical === null ? '' : `<link rel="canonical" href="${doc.canonical}">`,
    ...og,
    doc.head,
    ...json,
    '</head><body>',
    `<nav>${doc.nav}</nav>`,
    '<main>',
    doc.h1 === null ? '' : `<h1>${doc.h1}</h1>`,
    doc.main,
    '</main>',
    doc.after,
    '</body></html>',
  ].join('\n');
}

const navigation = ['/', '/lamps', '/news/first', '/news/second', '/news/third', '/about', '/contact', '/privacy']
  .map((path) => `<a href="${path}">${path === '/' ? 'Home' : path.slice(1)}</a>`)
  .join(' ');

export function page(path: string, change: Partial<Doc> = {}): PageSpec {
  const seed = [...path].reduce((sum, char) => sum * 31 + char.charCodeAt(0), 7) % 100_003;
  const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', ' ');
  const url = at(path);
  return {
    path,
    reply: reply({ type: 'text/html; charset=utf-8', headers: [['ETag', `"${seed}"`]] }),
    doc: {
      lang: 'en',
      title: `${siteName}: ${name} of the workshop`,
      description: `What ${siteName} says about ${name}, written for the fixtures of a test and for nobody else.`,
      canonical: url,
      og: { 'og:title': name, 'og:url': url, 'og:image': at('/card.png'), 'og:site_name': siteName },
      head: '',
      nav: navigation,
      h1: `About ${name}`,
      main: `<p>${siteName} makes lamps in a small workshop by the sea. ${prose(seed, 14)}</p><img src="/lamp.png" alt="A lamp on a table">`,
      after: '',
      jsonLd: [],
      ...change,
    },
  };
}

function article(path: string, date: string): PageSpec {
  const made = page(path);
  const headline = `Notes on ${path.slice(1).replaceAll('/', ' ')}`;
  made.doc.h1 = headline;
  made.doc.main = `<p>By <a rel="author" href="/about">${siteName}</a>, <time datetime="${date}">${date}</time>.</p>${made.doc.main}<p>See <a href="https://reference.example/study">a study</a>.</p>`;
  made.doc.jsonLd = [
    {
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline,
      datePublished: date,
      author: { '@type': 'Organization', name: siteName, url: at('/about') },
    },
  ];
  return made;
}

function product(path: string, price: string, shown: string): PageSpec {
  const made = page(path);
  made.doc.h1 = 'Harbour lamp';
  made.doc.main = `<p>The Harbour lamp by ${siteName} costs ${shown} with delivery.</p>${made.doc.main}`;
  made.doc.jsonLd = [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Harbour lamp',
      offers: { '@type': 'Offer', price, priceCurrency: 'EUR' },
    },
  ];
  return made;
}

const organisation = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: siteName,
  url: `${origin}/`,
  sameAs: ['https://register.example/lanternworks'],
};

const healthyRobots = `User-agent: *\nAllow: /\nDisallow: /basket\nSitemap: ${origin}/sitemap.xml\n`;

export function sitemapXml(entries: readonly (readonly [path: string, lastmod: string | null])[]): string {
  const urls = entries.map(
    ([path, date]) => `<url><loc>${at(path)}</loc>${date === null ? '' : `<lastmod>${date}</lastmod>`}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
}

export function xml(body: string, change: Partial<Reply> = {}): Reply {
  return reply({ type: 'application/xml', body, ...change });
}

export function sitemapPaths(): string[] {
  return ['/', '/lamps', '/news/first', '/news/second', '/news/third', '/about', '/contact', '/privacy'];
}

/** Creates a site that passes every check that can be passed. */
export function healthySite(): SiteSpec {
  const home = page('/', { jsonLd: [organisation] });
  const missing = reply({ status: 404, type: 'text/html', body: '<p>nothing here</p>' });
  const wellKnown = [
    'mcp/server-card.json',
    'agent-card.json',
    'agent-skills/index.json',
    'api-catalog',
    'ai-plugin.json',
  ];
  return {
    home,
    pages: [
      product('/lamps', '129.00', '129,00 €'),
      article('/news/first', '2026-03-01'),
      article('/news/second', '2026-05-10'),
      article('/news/third', '2026-09-21'),
      page('/about'),
      page('/contact'),
      page('/privacy'),
    ],
    robots: reply({ body: healthyRobots }),
    sitemaps: [
      {
        url: at('/sitemap.xml'),
        reply: xml(sitemapXml(sitemapPaths().map((path, index) => [path, `2026-0${index + 1}-01`]))),
      },
    ],
    extras: [
      { purpose: 'not_found_probe', url: at('/no-such-page-5c1f'), reply: { ...missing } },
      {
        purpose: 'variant',
        url: 'http://lanternworks.example/',
        reply: reply({ type: 'text/html', via: ['http://lanternworks.example/'], endsAt: `${origin}/` }),
      },
      ...wellKnown.map(
        (path): Extra => ({ purpose: 'well_known', url: at(`/.well-known/${path}`), reply: { ...missing } }),
      ),
      { purpose: 'llms_txt', url: at('/llms.txt'), reply: { ...missing } },
      { purpose: 'markdown', url: at('/'), reply: reply({ type: 'text/html', body: '<p>no other form</p>' }) },
      { purpose: 'validator', url: at('/'), reply: reply({ status: 304 }) },
      { purpose: 'ttfb', url: at('/'), reply: reply({ type: 'text/html', ttfbMs: 180 }) },
      { purpose: 'ttfb', url: at('/'), reply: reply({ type: 'text/html', ttfbMs: 240 }) },
      { purpose: 'image', url: at('/card.png'), reply: reply({ type: 'image/png' }) },
    ],
    rendered: [{ path: '/', doc: null, interactive: [{ role: 'link', name: 'Home' }], tools: [] }],
    renderer: { available: true, reason: 'ok' },
    planned: null,
    skipped: [],
    parity: false,
  };
}

function hops(url: string, answer: Reply): Hop[] {
  const chain = answer.via.map((step, index): Hop => {
    const location = answer.via[index + 1] ?? answer.endsAt ?? url;
    const outcome: HopOutcome = { kind: 'response', status: 301, headers: [['Location', location]] };
    return { url: step, method: 'GET', outcome, remoteAddress: '192.0.2.1' };
  });
  const last: HopOutcome =
    answer.error === null
      ? {
          kind: 'response',
          status: answer.status,
          headers: [...(answer.type === null ? [] : [['Content-Type', answer.type] as const]), ...answer.headers],
        }
      : { kind: 'error', code: answer.error, message: answer.error };
  return [...chain, { url: answer.endsAt ?? url, method: 'GET', outcome: last, remoteAddress: '192.0.2.1' }];
}

function fetchOf(
  purpose: Purpose,
  url: string,
  answer: Reply,
  body: string | Uint8Array | null,
  requestHeaders: HeaderList,
): Fetch {
  const bytes =
    body === null || answer.error !== null ? null : typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return {
    id: '',
    purpose,
    requestedUrl: url,
    requestHeaders,
    startedAt: capturedAt,
    hops: hops(url, answer),
    body: bytes,
    sha256: bytes === null ? null : createHash('sha256').update(bytes).digest('hex'),
    decodedBytes: (bytes?.length ?? 0) + (answer.truncated ? 1 : 0),
    truncated: answer.truncated,
    ttfbMs: answer.error === null ? answer.ttfbMs : null,
    totalMs: answer.ttfbMs + 20,
    tls: url.startsWith('https:') ? { protocol: 'TLSv1.3', validTo: '2027-06-01T00:00:00Z' } : null,
  };
}

export function bundleOf(spec: SiteSpec): EvidenceBundle {
  const fetches: Fetch[] = [];
  const add = (purpose: Purpose, url: string, answer: Reply, body = answer.body, requestHeaders: HeaderList = []) => {
    fetches.push({
      ...fetchOf(purpose, url, answer, body, requestHeaders),
      id: `f${String(fetches.length + 1).padStart(3, '0')}`,
    });
    return `f${String(fetches.length).padStart(3, '0')}`;
  };
  const ids = new Map<string, string>();
  const addPage = (purpose: Purpose, each: PageSpec) => {
    const body = each.reply.body ?? (each.reply.type?.includes('html') ? renderDoc(each.doc) : null);
    ids.set(each.path, add(purpose, at(each.path), each.reply, body));
  };
  if (spec.robots !== null) add('robots', at('/robots.txt'), spec.robots);
  if (spec.home !== null) addPage('home', spec.home);
  for (const { url, reply: answer } of spec.sitemaps) add('sitemap', url, answer);
  for (const extra of spec.extras)
    add(extra.purpose, extra.url, extra.reply, extra.reply.body, extra.requestHeaders ?? []);
  for (const each of spec.pages) addPage('page', each);
  const all = [...(spec.home === null ? [] : [spec.home]), ...spec.pages];
  return {
    bundleVersion: 1,
    runId: 'run_fixture',
    capturedAt,
    plan: {
      homeUrl: at('/'),
      registrableDomain: 'lanternworks.example',
      siteName,
      sample: [...spec.pages.map((each) => at(each.path)), ...spec.skipped.map(({ url }) => url)],
      pagesPlanned: spec.planned ?? 1 + spec.pages.length + spec.skipped.length,
      limits: {},
      agent: 'SightlineBot/1.0',
      robotsToken: 'SightlineBot',
      botParityAuthorised: spec.parity,
      ...(spec.googleAiControl === undefined ? {} : { googleAiControl: spec.googleAiControl }),
    },
    fetches,
    renderer: spec.renderer,
    rendered: spec.rendered.flatMap(({ path, doc, interactive, tools, accessibility, hiddenTexts }) => {
      const fetchId = ids.get(path);
      const raw = all.find((each) => each.path === path);
      if (fetchId === undefined || raw === undefined) return [];
      const html = renderDoc(doc ?? raw.doc);
      const reading = accessibility === undefined ? { engine: 'axe-core 4.14.1', findings: [] } : accessibility;
      return [
        {
          fetchId,
          url: at(path),
          html,
          sha256: '',
          interactive,
          webmcpTools: tools,
          accessibility: reading,
          hiddenTexts: hiddenTexts ?? [],
        },
      ];
    }),
    skipped: spec.skipped,
    budget: {
      requests: fetches.length,
      bytes: fetches.reduce((sum, each) => sum + each.decodedBytes, 0),
      stoppedBy: null,
    },
  };
}
