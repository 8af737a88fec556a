import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { parse } from 'parse5';
import { analyze } from '../src/domain/checks/analyze.ts';
import type { EvidenceBundle, Fetch, Purpose } from '../src/domain/checks/evidence.ts';

export type AnalyzeMeasurement = {
  pages: number;
  bytesPerPage: number;
  /** Processor time of one analysis, user and system, in milliseconds; the first one includes compiling the code. */
  firstCpuMs: number;
  medianCpuMs: number;
  /** The same for parsing the same pages with parse5 and doing nothing with them: what this machine can do now. */
  bareFirstCpuMs: number;
  bareMedianCpuMs: number;
  /** medianCpuMs / bareMedianCpuMs. */
  ratio: number;
  /** Highest resident set of the process until the end of the first analysis, in MiB, with the bundle in it. */
  peakRssMiB: number;
  digest: string;
};

const origin = 'https://bench.example';
const words =
  'lamp shade socket cable switch bracket bulb mirror frame stand hook panel cover clamp the and of with for your'.split(
    ' ',
  );

/** A page of about `size` bytes: half text in paragraphs, half markup, as on a shop or a magazine. */
function pageHtml(index: number, size: number): string {
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

export function benchBundle(pages: number, size: number): EvidenceBundle {
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

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Analyses a 40-page bundle of 100 kB pages `rounds` times. Target: under 1000 ms of processor time and 200 MB. */
export function measureAnalyzeBundle(rounds = 5, pages = 40, bytesPerPage = 100_000): AnalyzeMeasurement {
  const bundle = benchBundle(pages, bytesPerPage);
  const digests = new Set<string>();
  const times: number[] = [];
  let peakRssMiB = 0;
  for (let round = 0; round < rounds; round += 1) {
    times.push(cpuMs(() => digests.add(analyze(bundle).resultDigest)));
    if (round === 0) peakRssMiB = Math.round(process.resourceUsage().maxRSS / 1024);
  }
  const pagesOnly = bundle.fetches.filter(({ purpose }) => purpose === 'home' || purpose === 'page');
  const bare = Array.from({ length: rounds }, () =>
    cpuMs(() => {
      for (const { body } of pagesOnly) parse(new TextDecoder().decode(body ?? new Uint8Array()));
    }),
  );
  return {
    pages,
    bytesPerPage,
    firstCpuMs: Math.round(times[0] ?? 0),
    medianCpuMs: Math.round(median(times)),
    bareFirstCpuMs: Math.round(bare[0] ?? 0),
    bareMedianCpuMs: Math.round(median(bare)),
    ratio: Math.round((median(times) / median(bare)) * 100) / 100,
    peakRssMiB,
    digest: [...digests].join(' '),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const measured = measureAnalyzeBundle(Number(process.argv[2] ?? 5));
  process.stdout.write(`${JSON.stringify(measured)}\n`);
}
