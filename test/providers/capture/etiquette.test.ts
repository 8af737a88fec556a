import { afterEach, describe, expect, it } from 'vitest';
import type { CaptureLimits } from '../../../src/domain/capture/limits.ts';
import type { CaptureClock } from '../../../src/providers/capture/captureClock.ts';
import { createPageCapture } from '../../../src/providers/capture/capturePages.ts';
import { bundleOf, captureRequest, keepGoing } from '../../support/captureRequest.ts';
import { type Answering, soundPage, soundSite, startWebsite, text } from '../../support/website.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** Creates a clock that moves only during sleeps, so that minutes of delays take no time. */
function dreamClock(): CaptureClock {
  let milliseconds = 0;
  return {
    now: () => Date.UTC(2026, 10, 20) + milliseconds,
    monotonic: () => milliseconds,
    sleep: async (more) => {
      milliseconds += more;
    },
  };
}

/** Captures with real delays on the simulated clock. Returns the second at which each path was requested. */
async function politeCapture(changes: Record<string, Answering>, limits: Partial<CaptureLimits> = {}) {
  const clock = dreamClock();
  const times: { path: string; second: number }[] = [];
  const pages: Record<string, Answering> = {};
  const website = await startWebsite({ pages });
  open.push(website);
  const all: Record<string, Answering> = { ...soundSite(website.url, 4), ...changes };
  for (const [path, scripted] of Object.entries(all)) {
    pages[path] = (request, response) => {
      times.push({ path, second: clock.monotonic() / 1_000 });
      return typeof scripted === 'function' ? scripted(request, response) : scripted;
    };
  }
  const request = {
    ...captureRequest(website.url),
    limits: { samplePages: 4, concurrency: 1, minIntervalMs: 1_000, ...limits },
  };
  const outcome = await createPageCapture({ allowPrivateTargets: true, clock }).capture(request, keepGoing);
  return { outcome, times, website, seconds: clock.monotonic() / 1_000 };
}

const secondsOf = (times: readonly { path: string; second: number }[], path: string) =>
  times.filter((time) => time.path === path).map((time) => time.second);

describe('a polite capture', () => {
  it('sends one request a second to a host', async () => {
    const { website, seconds } = await politeCapture({});
    expect(seconds).toBe(website.requests.length - 1);
  });

  it('sends no more than that with two captures in progress', async () => {
    const { website, seconds } = await politeCapture({}, { concurrency: 2 });
    expect(seconds).toBe(website.requests.length - 1);
  });

  it('keeps the Crawl-delay of robots.txt', async () => {
    const { website, seconds } = await politeCapture({ '/robots.txt': text('User-agent: *\nCrawl-delay: 4\n') });
    expect(seconds).toBe(4 * (website.requests.length - 1));
  });

  it('keeps a Crawl-delay up to ten seconds', async () => {
    const { times } = await politeCapture({ '/robots.txt': text('User-agent: *\nCrawl-delay: 3600\n') });
    const [first = 0, second = 0] = times.slice(1).map((time) => time.second);
    expect(second - first).toBe(10);
  });

  it('waits as long as Retry-After says before it retries', async () => {
    let calls = 0;
    const { times } = await politeCapture({
      '/': () => {
        calls += 1;
        return calls === 1 ? { status: 503, headers: { 'retry-after': '30' } } : soundPage('/', '/', 'Home');
      },
    });
    const [first = 0, second = 0] = secondsOf(times, '/');
    expect(second - first).toBe(30);
  });

  it('waits until the date that Retry-After names', async () => {
    const date = new Date(Date.UTC(2026, 10, 20, 0, 0, 41)).toUTCString();
    const { times } = await politeCapture({ '/': { status: 429, headers: { 'retry-after': date } } });
    expect(secondsOf(times, '/sitemap.xml')).toEqual([41]);
  });

  it('gives up if Retry-After is longer than it can wait', async () => {
    const { outcome, website } = await politeCapture({ '/': { status: 429, headers: { 'retry-after': '86400' } } });
    expect([bundleOf(outcome).budget.stoppedBy, website.requests.length]).toEqual(['server_overload', 2]);
  });

  it('ends when its time is over and says so', async () => {
    const { outcome, seconds } = await politeCapture({}, { wallTimeMs: 15_000 });
    expect([bundleOf(outcome).budget.stoppedBy, seconds]).toEqual(['wall_time', 14]);
  });

  it('stops waiting when it is cancelled', async () => {
    const clock = dreamClock();
    const website = await startWebsite({ pages: { '/robots.txt': { status: 503, headers: { 'retry-after': '50' } } } });
    open.push(website);
    const request = { ...captureRequest(website.url), limits: { minIntervalMs: 1_000 } };
    const hooks = { shouldStop: () => clock.monotonic() >= 7_000 };
    await createPageCapture({ allowPrivateTargets: true, clock }).capture(request, hooks);
    expect([clock.monotonic(), website.requests.length]).toEqual([7_000, 1]);
  });
});
