import { createHash } from 'node:crypto';
import type { EvidenceBundle, Fetch, Purpose } from '../src/domain/checks/evidenceBundle.ts';

const origin = 'https://bench.example';
const words =
  'lamp shade socket cable switch bracket bulb mirror frame stand hook panel cover clamp the and of with for your'.split(
    ' ',
  );

/** Half text in paragraphs, half markup, as on a shop or a magazine. */
function defaultPage(index: number, size: number): string {
  let state = index + 1;
  const pick = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return words[state % words.length] ?? '';
  };
  const links = Array.from(
    { length: 60 },
    (_, at) => `<li class="menu-item item-${at}"><a href="/page/${at}">Page ${at}</a></li>`,
  );
  const parts = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${index} of the bench</title>`,
    `<meta name="description" content="Page ${index} is made up for a measurement and says nothing of use to anyone.">`,
    `<link rel="canonical" href="${origin}/page/${index}"><style>.x{display:none}</style>`,
    `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"Page ${index}","datePublished":"2026-01-02"}</script>`,
    `</head><body><nav><ul>${links.join('')}</ul></nav><main><h1>Page ${index}</h1>`,
  ];
  let length = parts.join('').length;
  for (let at = 0; length < size - 40; at += 1) {
    const text = Array.from({ length: 24 }, pick).join(' ');
    const part = `<div class="row row-${at}"><section data-index="${at}"><p class="text lead">${text}, <a href="/page/${at % 40}">more</a>.</p><img src="/i/${at}.png" alt="Picture ${at}"></section></div>`;
    parts.push(part);
    length += part.length;
  }
  return `${parts.join('')}</main></body></html>`;
}

/** A page that repeats one piece of markup. */
function repeated(piece: (index: number) => string, open = '<main>', close = '</main>') {
  return (index: number, size: number): string => {
    const parts = [
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${index} of the bench</title></head><body>${open}`,
    ];
    let length = parts.join('').length;
    for (let at = 0; length < size - 40; at += 1) {
      const part = piece(at);
      parts.push(part);
      length += Buffer.byteLength(part);
    }
    return `${parts.join('')}${close}</body></html>`;
  };
}

/** Pages by their cost: usual, and awkward ones. */
export const shapes = {
  usual: defaultPage,
  german: repeated((at) => `<p>Die schöne „Lampe“ für die Küche und das Bad, nämlich ${at} Zentimeter größer.</p>`),
  japanese: repeated((at) => `<p>これは日本語のテキストです。ランプと電気の話、その${at}。</p>`),
  scripts: repeated((at) => `<script>var a${at} = "<div>" + (b < c);</script><p>Words between scripts.</p>`),
  table: repeated((at) => `<tr><td>${at}</td><td><b>x</b></td><td>y z</td></tr>`, '<table>', '</table>'),
  inline: repeated((at) => `<b>a</b><i>b</i><span class="c${at % 50}">w</span> `),
  nested: repeated((at) => (at % 450 < 225 ? '<div>w ' : '</div>')),
  /** Every paragraph reopens the elements that the previous one left open. */
  unclosed: repeated(() => '<p><b><i><u><a href=x>'),
} as const;
export type Shape = keyof typeof shapes;

/** Creates a captured website with pages of about `size` bytes each. */
export function benchBundle(pages: number, size: number, shape: Shape = 'usual'): EvidenceBundle {
  const pageHtml = shapes[shape];
  const fetches: Fetch[] = [];
  const add = (purpose: Purpose, url: string, type: string, text: string) => {
    const body = new TextEncoder().encode(text);
    fetches.push({
      id: `f${String(fetches.length + 1).padStart(3, '0')}`,
      purpose,
      requestedUrl: url,
      requestHeaders: [],
      startedAt: '2026-11-02T09:00:00.000Z',
      hops: [
        {
          url,
          method: 'GET',
          outcome: { kind: 'response', status: 200, headers: [['content-type', type]] },
          remoteAddress: '192.0.2.1',
        },
      ],
      body,
      sha256: createHash('sha256').update(body).digest('hex'),
      decodedBytes: body.length,
      truncated: false,
      ttfbMs: 100,
      totalMs: 150,
      tls: null,
    });
  };
  add(
    'robots',
    `${origin}/robots.txt`,
    'text/plain',
    `User-agent: *\nDisallow: /basket\nSitemap: ${origin}/sitemap.xml\n`,
  );
  add('home', `${origin}/`, 'text/html', pageHtml(0, size));
  const urls = Array.from({ length: pages - 1 }, (_, at) => `${origin}/page/${at + 1}`);
  add(
    'sitemap',
    `${origin}/sitemap.xml`,
    'application/xml',
    `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`,
  );
  urls.forEach((url, at) => {
    add('page', url, 'text/html', pageHtml(at + 1, size));
  });
  return {
    bundleVersion: 1,
    runId: 'run_bench',
    capturedAt: '2026-11-02T09:00:00.000Z',
    plan: {
      homeUrl: `${origin}/`,
      registrableDomain: 'bench.example',
      siteName: 'Bench',
      sample: urls,
      pagesPlanned: pages,
      limits: {},
      agent: 'SightlineBot/1.0',
      robotsToken: 'SightlineBot',
      botParityAuthorised: false,
    },
    fetches,
    renderer: { available: false, reason: 'not_configured' },
    rendered: [],
    skipped: [],
    budget: {
      requests: fetches.length,
      bytes: fetches.reduce((sum, fetch) => sum + fetch.decodedBytes, 0),
      stoppedBy: null,
    },
  };
}
