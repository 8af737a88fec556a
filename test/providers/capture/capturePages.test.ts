import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { CaptureLimits } from '../../../src/domain/capture/limits.ts';
import { notFoundPath } from '../../../src/domain/capture/probes.ts';
import type { EvidenceBundle, Purpose } from '../../../src/domain/checks/evidenceBundle.ts';
import { createPageCapture } from '../../../src/providers/capture/capturePages.ts';
import { bundleOf, captureRequest, keepGoing } from '../../support/captureRequest.ts';
import { long } from '../../support/long.ts';
import {
  type Answering,
  challengePage,
  endlessRedirect,
  pdfPage,
  redirect,
  soundPage,
  soundSite,
  startSilentServer,
  startWebsite,
  text,
  type Website,
} from '../../support/website.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const capture = createPageCapture({ allowPrivateTargets: true });

/** Creates a correct website with some pages scripted differently. */
async function siteWith(changes: (url: string) => Record<string, Answering> = () => ({}), count = 8): Promise<Website> {
  const pages: Record<string, Answering> = {};
  const website = await startWebsite({ pages });
  open.push(website);
  Object.assign(pages, soundSite(website.url, count), changes(website.url));
  return website;
}

async function bundleFor(website: { url: string }, limits: Partial<CaptureLimits> = {}): Promise<EvidenceBundle> {
  return bundleOf(await capture.capture(captureRequest(website.url, limits), keepGoing));
}

const of = (bundle: EvidenceBundle, purpose: Purpose) => bundle.fetches.filter((fetch) => fetch.purpose === purpose);
const endOf = (bundle: EvidenceBundle, purpose: Purpose) => of(bundle, purpose)[0]?.hops.at(-1)?.outcome;
const paths = (bundle: EvidenceBundle, purpose: Purpose) =>
  of(bundle, purpose).map((fetch) => new URL(fetch.requestedUrl).pathname);

describe('a capture of a correct website', () => {
  it('requests pages in the order of the plan', async () => {
    const bundle = await bundleFor(await siteWith());
    const order = bundle.fetches
      .map((fetch) => fetch.purpose)
      .filter((purpose, index, all) => purpose !== all[index - 1]);
    expect(order.slice(0, 9)).toEqual([
      'robots',
      'home',
      'sitemap',
      'not_found_probe',
      'variant',
      'well_known',
      'llms_txt',
      'markdown',
      'page',
    ]);
    expect(order.slice(9, 11)).toEqual(['ttfb', 'validator']);
  });

  it('numbers its fetches in that order', async () => {
    const ids = (await bundleFor(await siteWith())).fetches.map((fetch) => fetch.id);
    expect(ids).toEqual(ids.map((_id, index) => `f${String(index + 1).padStart(3, '0')}`));
  });

  it('samples pages and records it in the plan', async () => {
    const bundle = await bundleFor(await siteWith(undefined, 30));
    expect(of(bundle, 'page').map((fetch) => fetch.requestedUrl)).toEqual(bundle.plan.sample);
    expect([bundle.plan.sample.length, bundle.plan.pagesPlanned, bundle.skipped]).toEqual([12, 13, []]);
  });

  it('draws the same sample each time', async () => {
    const website = await siteWith(undefined, 30);
    expect((await bundleFor(website)).plan.sample).toEqual((await bundleFor(website)).plan.sample);
  });

  it('requests a page that cannot exist, at an address derived from the run', async () => {
    const bundle = await bundleFor(await siteWith());
    expect(paths(bundle, 'not_found_probe')).toEqual([notFoundPath(bundle.runId)]);
  });

  it('counts every request it sent', async () => {
    const website = await siteWith();
    expect((await bundleFor(website)).budget.requests).toBe(website.requests.length);
  });

  it('identifies itself in every request and sends nothing that identifies a visitor', async () => {
    const website = await siteWith(() => ({
      '/': { headers: { 'set-cookie': 'visitor=1' }, body: '<a href="/part-0/page-0">x</a>' },
    }));
    await bundleFor(website);
    expect(new Set(website.headers.map((headers) => headers['user-agent']))).toEqual(
      new Set(['SightlineBot/1.0 (+http://127.0.0.1/contact)']),
    );
    expect(website.headers.some((headers) => headers.cookie !== undefined || headers.authorization !== undefined)).toBe(
      false,
    );
  });

  it('only reads', async () => {
    const website = await siteWith();
    await bundleFor(website);
    expect(website.requests.every((request) => /^(?:GET|HEAD) /.test(request))).toBe(true);
  });

  it('repeats a request with the validators of a page', async () => {
    const website = await siteWith((url) => ({
      '/': (request) => (request.headers['if-none-match'] === '"/"' ? { status: 304 } : soundPage(url, '/', 'Home')),
    }));
    expect(endOf(await bundleFor(website), 'validator')).toMatchObject({ status: 304 });
  });

  it('measures the home page three times, one after the other', async () => {
    const times = of(await bundleFor(await siteWith()), 'ttfb').map((fetch) => fetch.ttfbMs);
    expect(times).toHaveLength(3);
    expect(times.every((time) => time !== null && time > 0)).toBe(true);
  });

  it('does not use another page as home if home fails', async () => {
    const website = await siteWith((url) => ({
      '/': { status: 404 },
      '/part-0/page-0': soundPage(url, '/part-0/page-0', 'Inner'),
    }));
    const bundle = await bundleFor(website);
    expect([of(bundle, 'page').length > 0, of(bundle, 'ttfb'), of(bundle, 'validator')]).toEqual([true, [], []]);
  });

  it('requests markdown', async () => {
    const bundle = await bundleFor(await siteWith());
    const headers = new Map(of(bundle, 'markdown')[0]?.requestHeaders.map(([name, value]) => [name, value]));
    expect(headers.get('accept')).toMatch(/^text\/markdown/);
  });

  it('compares itself with other agents only if the owner allowed it', async () => {
    const website = await siteWith(() => ({ '/.well-known/sightline-verification.txt': text('the token\n') }));
    const seen = async (ownerToken: string | null) => {
      const request = { ...captureRequest(website.url), ownerToken };
      const bundle = bundleOf(await capture.capture(request, keepGoing));
      return [bundle.plan.ownership, bundle.plan.botParityAuthorised, of(bundle, 'bot_ua').length];
    };
    // Home and two pages, each with two user agents.
    expect(await seen('the token')).toEqual(['file', true, 6]);
    expect(await seen('another token')).toEqual(['missing', false, 0]);
    expect(await seen(null)).toEqual([undefined, false, 0]);
  });

  it('requests one page of each kind of trust, in any language and however many there are', async () => {
    const links = ['/ueber-uns', '/about/history', '/about/jobs', '/about/press', '/kontakt', '/privacidad'];
    const website = await siteWith(() => ({
      '/': { body: links.map((path) => `<a href="${path}">${path.slice(1)}</a>`).join('') },
    }));
    const request = captureRequest(website.url, { samplePages: 0 });
    const bundle = bundleOf(await capture.capture(request, keepGoing));
    expect(paths(bundle, 'trust_page')).toEqual(['/ueber-uns', '/kontakt', '/privacidad']);
  });

  it('requests canonical targets, translations, preview images and links of llms.txt', async () => {
    const head =
      '<link rel="canonical" href="/real"><link rel="alternate" hreflang="de" href="/de"><meta property="og:image" content="/cup.png">';
    const website = await siteWith(() => ({
      '/': { body: `<head>${head}</head><a href="/part-0/page-0">x</a>` },
      '/llms.txt': text('# Kettle\n- [more](/more)\n'),
    }));
    const bundle = await bundleFor(website);
    expect([
      paths(bundle, 'canonical'),
      paths(bundle, 'hreflang'),
      paths(bundle, 'image'),
      paths(bundle, 'llms_txt_link'),
    ]).toEqual([['/real'], ['/de'], ['/cup.png'], ['/more']]);
  });
});

describe('sitemaps', () => {
  it('are read through an index, compressed or not, and never two indexes deep', async () => {
    const page = (name: string) => `<urlset><url><loc>/${name}/a</loc></url></urlset>`;
    const website = await siteWith((url) => ({
      '/sitemap.xml': {
        body: `<sitemapindex><sitemap><loc>${url}one.xml</loc></sitemap><sitemap><loc>${url}two.xml.gz</loc></sitemap><sitemap><loc>${url}deep.xml</loc></sitemap></sitemapindex>`,
      },
      '/one.xml': { body: page('one') },
      '/two.xml.gz': { headers: { 'content-type': 'application/gzip' }, body: gzipSync(page('two')) },
      '/deep.xml': { body: `<sitemapindex><sitemap><loc>${url}deeper.xml</loc></sitemap></sitemapindex>` },
    }));
    const bundle = await bundleFor(website);
    expect(paths(bundle, 'sitemap')).toEqual(['/sitemap.xml', '/one.xml', '/two.xml.gz', '/deep.xml']);
    expect(bundle.plan.sample.map((url) => new URL(url).pathname)).toEqual(
      expect.arrayContaining(['/one/a', '/two/a']),
    );
    expect(new TextDecoder().decode(of(bundle, 'sitemap')[2]?.body ?? new Uint8Array())).toBe(page('two'));
  });

  it('are requested at the default address if none is declared', async () => {
    const bundle = await bundleFor(await siteWith(() => ({ '/robots.txt': text('User-agent: *\nAllow: /\n') })));
    expect(paths(bundle, 'sitemap')).toEqual(['/sitemap.xml']);
  });

  it('are read up to their limits', async () => {
    const website = await siteWith((url) => ({
      '/robots.txt': text(Array.from({ length: 30 }, (_, index) => `Sitemap: ${url}s${index}.xml`).join('\n')),
    }));
    expect(of(await bundleFor(website), 'sitemap')).toHaveLength(10);
  });
});

describe('robots.txt', () => {
  it('blocks pages for us, and the evidence names them', async () => {
    const website = await siteWith((url) => ({
      '/robots.txt': text(`User-agent: SightlineBot\nDisallow: /part-1/\nSitemap: ${url}sitemap.xml\n`),
    }));
    const bundle = await bundleFor(website);
    expect(website.requests.some((request) => request.includes('/part-1/'))).toBe(false);
    expect(bundle.skipped.length).toBeGreaterThan(0);
    expect(bundle.skipped.every((skip) => skip.reason === 'robots' && skip.url.includes('/part-1/'))).toBe(true);
  });

  it('blocks the target of a redirect as well', async () => {
    const website = await siteWith(() => ({
      '/robots.txt': text('User-agent: *\nDisallow: /closed\n'),
      '/': redirect('/closed'),
    }));
    expect(endOf(await bundleFor(website), 'home')).toMatchObject({ code: 'blocked_robots' });
    expect(website.requests).not.toContain('GET /closed');
  });

  it('that blocks everything leaves only itself', async () => {
    const website = await siteWith(() => ({ '/robots.txt': text('User-agent: *\nDisallow: /\n') }));
    const bundle = await bundleFor(website);
    expect(website.requests).toEqual(['GET /robots.txt']);
    expect(bundle.skipped).toEqual([{ url: website.url, reason: 'robots' }]);
  });

  it('that is missing blocks nothing', async () => {
    const bundle = await bundleFor(await siteWith(() => ({ '/robots.txt': { status: 404 } })));
    expect(of(bundle, 'page').length).toBeGreaterThan(0);
  });

  it('that fails on the server blocks everything', async () => {
    const website = await siteWith(() => ({ '/robots.txt': { status: 500 } }));
    await bundleFor(website);
    expect(new Set(website.requests)).toEqual(new Set(['GET /robots.txt']));
  });
});

describe('a website in trouble', () => {
  it('that does not respond gives no evidence and a clear error', async () => {
    const outcome = await capture.capture(captureRequest('http://127.0.0.1:1/'), keepGoing);
    expect(outcome).toMatchObject({
      kind: 'nothing_captured',
      error: 'nothing_captured: The website gave no answer: the connection was refused.',
    });
  });

  it('that accepts and stays silent gives no evidence and a clear error', async () => {
    const server = await startSilentServer();
    open.push(server);
    const outcome = await capture.capture(captureRequest(server.url, { totalTimeoutMs: 150 }), keepGoing);
    expect(outcome).toMatchObject({
      kind: 'nothing_captured',
      error: expect.stringContaining('no complete answer in time'),
    });
  });

  it('without trusted TLS gives evidence of that', async () => {
    const website = await siteWith();
    const bundle = await bundleFor({ url: website.url.replace('http:', 'https:') });
    expect([endOf(bundle, 'robots'), endOf(bundle, 'home')]).toMatchObject([{ code: 'tls' }, { code: 'tls' }]);
    expect(bundle.fetches).toHaveLength(2);
  });

  it('that shows a challenge gives evidence of that', async () => {
    const bundle = await bundleFor(await siteWith(() => ({ '/': challengePage })));
    expect(endOf(bundle, 'home')).toMatchObject({
      status: 403,
      headers: expect.arrayContaining([['cf-mitigated', 'challenge']]),
    });
  });

  it('whose home is not HTML gives evidence of that', async () => {
    const bundle = await bundleFor(await siteWith(() => ({ '/': pdfPage })));
    expect([endOf(bundle, 'home'), of(bundle, 'page').length > 0]).toMatchObject([{ status: 200 }, true]);
  });

  it('that always sends the same text has it stored once', async () => {
    const bundle = await bundleFor(await siteWith());
    const [first] = of(bundle, 'home');
    expect(of(bundle, 'ttfb').map(({ body }) => body === first?.body && body !== null)).toEqual([true, true, true]);
  });

  it('whose home redirects endlessly gives evidence of five redirects', async () => {
    const bundle = await bundleFor(await siteWith(() => ({ '/': endlessRedirect })));
    expect(of(bundle, 'home')[0]?.hops).toHaveLength(7);
    expect(endOf(bundle, 'home')).toMatchObject({ code: 'too_many_redirects' });
  });

  it('is tried once more if it fails, and the evidence says so', async () => {
    let calls = 0;
    const website = await siteWith((url) => ({
      '/': () => {
        calls += 1;
        return calls === 1 ? { status: 503 } : soundPage(url, '/', 'Home');
      },
    }));
    const home = of(await bundleFor(website), 'home')[0];
    expect([home?.attempts, home?.hops]).toMatchObject([2, [{ outcome: { status: 200 } }]]);
  });

  it('is not tried again for a missing page', async () => {
    const website = await siteWith(() => ({ '/': { status: 404 } }));
    expect(of(await bundleFor(website), 'home')[0]).not.toHaveProperty('attempts');
  });
});

describe('a capture ends early', () => {
  it('when the owner cancels, and sends nothing after that', async () => {
    const website = await siteWith();
    let asked = 0;
    const hooks = { shouldStop: () => ++asked > 12 };
    const bundle = bundleOf(await capture.capture(captureRequest(website.url), hooks));
    expect(bundle.budget).toMatchObject({ stoppedBy: 'cancelled', requests: website.requests.length });
    expect(new Set(bundle.skipped.map((skip) => skip.reason))).toEqual(new Set(['cancelled']));
  });

  it('when it was cancelled before it began', async () => {
    const website = await siteWith();
    const outcome = await capture.capture(captureRequest(website.url), { shouldStop: () => true });
    expect([outcome.kind, website.requests]).toEqual(['nothing_captured', []]);
  });

  it('when its requests are used up', async () => {
    const website = await siteWith();
    const bundle = await bundleFor(website, { maxRequests: 20 });
    expect([bundle.budget.stoppedBy, website.requests.length]).toEqual(['requests', 20]);
    expect(bundle.skipped.every((skip) => skip.reason === 'budget')).toBe(true);
  });

  long('when its time is over, without blaming the website for the aborted request', async () => {
    const website = await siteWith(() => ({ '/sitemap.xml': () => null }));
    const bundle = await bundleFor(website, { wallTimeMs: 2_000 });
    const ends = bundle.fetches.map((fetch) => fetch.hops.at(-1)?.outcome.kind);
    expect([bundle.budget.stoppedBy, new Set(ends)]).toEqual(['wall_time', new Set(['response'])]);
  });

  it('before its bytes could pass their limit', async () => {
    const website = await siteWith(() => ({ '/': { body: `<a href="/part-0/page-0">x</a>${'x'.repeat(900_000)}` } }));
    const bundle = await bundleFor(website, { maxBytes: 1_500_000, maxBodyBytes: 1_000_000 });
    expect(bundle.budget.stoppedBy).toBe('bytes');
    expect(bundle.budget.bytes).toBeLessThanOrEqual(1_500_000);
  });

  it('after three overloaded answers in a row', async () => {
    const busy: Answering = { status: 429 };
    const website = await siteWith(() => ({ '/': busy, '/sitemap.xml': busy, [notFoundPath('run_test0001')]: busy }));
    const bundle = await bundleFor(website);
    expect([bundle.budget.stoppedBy, website.requests.length]).toEqual(['server_overload', 4]);
  });
});
