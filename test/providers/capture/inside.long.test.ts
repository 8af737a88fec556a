import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAddressGuard, type GuardOptions } from '../../../src/providers/capture/addressGuard.ts';
import { createChromiumRenderer } from '../../../src/providers/capture/browser.ts';
import { createPageCapture } from '../../../src/providers/capture/capturePages.ts';
import { findChromium } from '../../../src/providers/capture/chromium.ts';
import { openFilteringProxy } from '../../../src/providers/capture/filteringProxy.ts';
import { bundleOf, captureRequest, keepGoing } from '../../support/captureRequest.ts';
import { mustSkip } from '../../support/require.ts';
import {
  type Answering,
  redirect,
  soundPage,
  startRawServer,
  startWebsite,
  text,
  type Website,
} from '../../support/website.ts';
import { insideHosts, resolveInside } from './insideSpellings.ts';

// These tests use 127.0.0.2 as the public internet; everything else on this machine is internal.
const publicAddress = '127.0.0.2';

let canary: Awaited<ReturnType<typeof startRawServer>>;
let website: Website;
let pages: Record<string, Answering>;
let guard: GuardOptions;
let spellings: string[];

beforeAll(async () => {
  const answer = (socket: { end(text: string): void }) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\ninside');
  canary = await startRawServer(answer, '::').catch(() => startRawServer(answer, '0.0.0.0'));
  const { port } = canary;
  // The internal port is open on purpose: only the address check protects it.
  guard = { ports: [80, 443, port], allow: [publicAddress], resolve: resolveInside };
  spellings = insideHosts.map((host) => `http://${host}:${port}/`).filter((url) => URL.canParse(url));
  pages = {};
  website = await startWebsite({ pages, address: publicAddress });
});

afterAll(async () => {
  await website.close();
  await canary.close();
});

function batches<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}

/** Encodes an address as header octets: UTF-8 for other letters, as servers send them, without line ends. */
function asHeader(url: string): string {
  return Buffer.from(oneLine(url)).toString('latin1');
}

function oneLine(url: string): string {
  return url.replace(/[\t\n]/g, '');
}

function script(next: Record<string, Answering>): void {
  for (const path of Object.keys(pages)) delete pages[path];
  Object.assign(pages, next);
}

const roomy = { maxRequests: 500, sitemapFiles: 100, samplePages: 40, connectTimeoutMs: 300, totalTimeoutMs: 500 };

async function captureHome(options: GuardOptions = guard) {
  const outcome = await createPageCapture({ guard: options }).capture(captureRequest(website.url, roomy), keepGoing);
  return bundleOf(outcome);
}

describe('a capture does not reach internal addresses', () => {
  it('by at least sixty spellings that a URL parser accepts', () => {
    expect(new Set(spellings).size).toBeGreaterThanOrEqual(60);
  });

  it('when the address of the website is itself internal', async () => {
    for (const url of spellings) {
      const outcome = await createPageCapture({ guard }).capture(captureRequest(url, roomy), keepGoing);
      expect([url, outcome.kind]).toEqual([url, 'nothing_captured']);
    }
    expect(canary.connections()).toBe(0);
  });

  it('when a page redirects there, at the first or the second hop', async () => {
    for (const batch of batches(spellings, 20)) {
      const links = batch.flatMap((_url, index) => [`/first/${index}`, `/second/${index}`]);
      script({ '/': soundPage(website.url, '/', 'Home', links) });
      batch.forEach((url, index) => {
        pages[`/first/${index}`] = redirect(asHeader(url));
        pages[`/second/${index}`] = redirect(`/first/${index}`, 307);
      });
      const bundle = await captureHome();
      const ends = bundle.fetches
        .filter((fetch) => fetch.purpose === 'page')
        .map((fetch) => fetch.hops.at(-1)?.outcome);
      expect(ends).toHaveLength(batch.length * 2);
      for (const end of ends)
        expect(end).toMatchObject({ kind: 'error', code: expect.stringMatching(/^blocked_(address|scheme)$/) });
    }
    expect(canary.connections()).toBe(0);
  });

  it('when robots.txt redirects there or declares a sitemap there', async () => {
    for (const url of spellings.slice(0, 30)) {
      script({ '/robots.txt': redirect(asHeader(url)) });
      await captureHome();
    }
    const declared = spellings.map((url, index) => `Sitemap: ${oneLine(url)}sitemap-${index}.xml`).join('\n');
    script({ '/robots.txt': text(`User-agent: *\nAllow: /\n${declared}\n`), '/': soundPage(website.url, '/', 'Home') });
    const bundle = await captureHome();
    expect(bundle.fetches.filter((fetch) => fetch.purpose === 'sitemap').length).toBeGreaterThanOrEqual(60);
    expect(canary.connections()).toBe(0);
  });

  it('when a page names an internal address as canonical, translation or image, or links to it from llms.txt', async () => {
    let tried = 0;
    for (const batch of batches(spellings, 3)) {
      const inHead = batch
        .map((url, index) => {
          const own = `${url}${tried + index}`;
          return `<link rel="canonical" href="${own}"><link rel="alternate" hreflang="de" href="${own}b"><meta property="og:image" content="${own}c">`;
        })
        .join('');
      const home = `<html><head><base href="${batch[0]}">${inHead}</head><body><a href="/x">relative to the base</a></body></html>`;
      script({
        '/': { body: home },
        '/llms.txt': text(`# Kettle\n${batch.map((url) => `- [a](${oneLine(url)})`).join('\n')}\n`),
      });
      const bundle = await captureHome();
      tried += bundle.fetches.filter((fetch) => fetch.purpose === 'canonical').length;
    }
    expect(tried).toBeGreaterThanOrEqual(60);
    expect(canary.connections()).toBe(0);
  });

  it('when a name changes its addresses after the check', async () => {
    const turns = [[publicAddress], ['127.0.0.1']];
    const resolve = async (name: string) => (name === 'rebind.test' ? (turns.shift() ?? ['127.0.0.1']) : []);
    script({ '/': soundPage(website.url, '/', 'Home') });
    const request = captureRequest(`http://rebind.test:${website.port}/`, roomy);
    const outcome = await createPageCapture({ guard: { ...guard, resolve } }).capture(request, keepGoing);
    expect(
      bundleOf(outcome).fetches.every((fetch) => fetch.hops.every((hop) => hop.remoteAddress === publicAddress)),
    ).toBe(true);
    expect(canary.connections()).toBe(0);
  });

  it('through the proxy a browser must use, for a page or a tunnel', async () => {
    const proxy = await openFilteringProxy(createAddressGuard(guard));
    proxy.allow(1_000_000);
    const ask = (head: string, more = '') =>
      new Promise<string>((resolve) => {
        let answer = '';
        const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1', () => socket.write(head));
        socket.on('data', (chunk) => {
          answer += chunk.toString('latin1');
          if (more !== '' && !answer.includes('Home')) socket.write(more);
          else socket.destroy();
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve(answer));
      });
    const { host: open } = new URL(website.url);
    script({ '/': soundPage(website.url, '/', 'Home') });
    expect(await ask(`GET ${website.url} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1.1 200/);
    expect(
      await ask(`CONNECT ${open} HTTP/1.1\r\nHost: x\r\n\r\n`, `GET / HTTP/1.1\r\nHost: ${open}\r\n\r\n`),
    ).toContain('Home');
    for (const url of spellings.map(oneLine)) {
      const { host } = new URL(url);
      expect(await ask(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`)).not.toMatch(/^HTTP\/1.1 200/);
      expect(await ask(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).not.toMatch(/^HTTP\/1.1 200/);
    }
    await proxy.close();
    expect(canary.connections()).toBe(0);
  });

  const chromium = findChromium();
  if (chromium === null) console.warn('skipped: no Chromium is installed, so the browser mode was not tried');
  it.skipIf(mustSkip('browser', chromium === null ? 'no Chromium' : null))(
    'in a browser that shows a page full of internal addresses',
    async () => {
      const embedded = spellings
        .map(
          (url) =>
            `<script src="${url}s"></script><link rel="stylesheet" href="${url}l"><link rel="preconnect" href="${url}"><link rel="prefetch" href="${url}p"><img src="${url}i">`,
        )
        .join('');
      const framed = spellings
        .slice(0, 12)
        .map((url) => `<iframe src="${url}f"></iframe><object data="${url}o"></object>`);
      const asked = `for (const url of ${JSON.stringify(spellings)}) { try { fetch(url).catch(() => {}); navigator.sendBeacon(url, 'x'); new WebSocket(url.replace('http', 'ws')); new EventSource(url); open(url); } catch {} }`;
      script({
        '/': {
          body: `<!doctype html><title>Home</title><h1>Home</h1><script>${asked}</script>${embedded}${framed.join('')}<script src="/own.js"></script>`,
        },
        '/own.js': {
          headers: { 'content-type': 'text/javascript' },
          body: "document.body.append('the own script ran')",
        },
      });
      const capture = createPageCapture({ guard, renderer: createChromiumRenderer({ allowRoot: true }) });
      const limits = { ...roomy, renderIdleMs: 1_500, renderTimeoutMs: 15_000 };
      const bundle = bundleOf(await capture.capture(captureRequest(website.url, limits), keepGoing));
      expect(bundle.rendered[0]?.html).toContain('the own script ran');
      expect(canary.connections()).toBe(0);
    },
  );

  it('unless this machine is allowed, which shows that the canary is reachable', async () => {
    const allowed = { ...guard, allow: ['127.0.0.0/8', '::1/128'] };
    const request = captureRequest(spellings[0] ?? '', roomy);
    await createPageCapture({ guard: allowed }).capture(request, keepGoing);
    expect(canary.connections()).toBeGreaterThan(0);
  });
});
