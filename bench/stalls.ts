import { startSimulator } from '../src/engines/startSimulator.ts';
import { startWebsite } from '../test/support/website.ts';
import { shapes } from './benchBundle.ts';
import { freePort, startNode } from './childProcess.ts';
import { type Bench, type Figure, percentile } from './figure.ts';
import { startInflatedProvider } from './inflatedProvider.ts';
import { addHistory, bearer, ensure, type SeededService, startSeededService } from './seededService.ts';
import { probedFlags, probeServer } from './serverProbe.ts';

const rounds = 5;
const history = 2_000;
const maxStallMs = 50;
const settleMs = 100;
const pageBytes = 2 * 1024 * 1024;
const pages = 18;
/**
 * Ticks every ten milliseconds and prints the longest pause of each second: pauses that the machine causes in any
 * process.
 */
const idle = `const {monitorEventLoopDelay: of} = require('node:perf_hooks'); const h = of({resolution: 10}); h.enable();
setInterval(() => { console.log(h.max / 1e6); h.reset(); }, 1000)`;

/**
 * Measures the longest pause of the server's event loop while it processes the largest allowed input of each kind. An
 * idle program next to it shows the machine's share. The count ticks every 10 ms, so 10 is not a pause.
 */
async function measureStalls(): Promise<Figure[]> {
  const reads = await stallsOfReads();
  return [...reads, ...(await stallsOfCapture()), ...(await stallsOfAnswer())];
}

type Work = { what: string; once(round: number): Promise<void> };

async function watch(service: SeededService, works: readonly Work[]): Promise<Figure[]> {
  const probe = await probeServer(service);
  const beside = startNode(['-e', idle], {});
  try {
    const figures: Figure[] = [];
    for (const { what, once } of works) {
      // The first time compiles code that the others use.
      await once(0);
      const seen: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        await probe.stallMs();
        // The count begins with a tick: a pause right after a read would be between two counts and in neither.
        await new Promise((resolve) => setTimeout(resolve, settleMs));
        await once(round);
        seen.push(await probe.stallMs());
      }
      const ofMachine = beside.output().trim().split('\n').slice(-rounds).map(Number);
      figures.push({
        what: `${what}: longest pause of the event loop, median of ${rounds} (longest of all ${Math.max(...seen).toFixed(0)})`,
        unit: 'ms',
        value: percentile(seen, 0.5),
        baseline: ofMachine.length === 0 ? null : percentile(ofMachine, 0.5),
        target: { of: 'value', atMost: maxStallMs },
      });
    }
    return figures;
  } finally {
    probe.close();
    await beside.stop();
  }
}

async function stallsOfReads(): Promise<Figure[]> {
  const service = await startSeededService('sqlite', { POLL_INTERVAL_MS: '100' }, probedFlags);
  try {
    await addHistory(service, history);
    const [site] = (await service.ask('/api/v1/sites', { headers: bearer(service) })).body.sites;
    const siteId: string = site.id;
    const headers = { cookie: service.cookie };
    const dates = { startDate: '2025-01-01', endDate: new Date().toISOString().slice(0, 10) };
    const query = new URLSearchParams({ websiteId: siteId, ...dates });
    const read = (path: string) => async (): Promise<void> => {
      await service.ask(`/api/v2${path}`, { headers });
    };
    return await watch(service, [
      { what: 'report of 600 answers', once: read(`/visibility/overview?${query}`) },
      { what: 'history of a year by days', once: read(`/visibility/history?${query}&bucket=day`) },
      { what: 'export of 200 runs', once: read('/export/runs?limit=200') },
      {
        what: 'report to share, with its evidence',
        async once() {
          await service.ask('/api/v2/shared-reports', { headers, body: { websiteId: siteId, ...dates } });
        },
      },
    ]);
  } finally {
    await service.close();
  }
}

async function stallsOfCapture(): Promise<Figure[]> {
  const port = await freePort();
  const paths = Array.from({ length: pages }, (_, at) => `/page/${at}`);
  const urls = paths.map((path) => `<url><loc>http://127.0.0.1:${port}${path}</loc></url>`).join('');
  const large = Object.fromEntries(paths.map((path, at) => [path, { body: shapes.usual(at, pageBytes) }]));
  const website = await startWebsite({
    pages: {
      '/': { body: shapes.usual(0, pageBytes) },
      '/sitemap.xml': { headers: { 'content-type': 'application/xml' }, body: `<urlset>${urls}</urlset>` },
      ...large,
    },
    port,
  });
  const service = await startSeededService(
    'sqlite',
    { ALLOW_PRIVATE_TARGETS: '1', CAPTURE_PAUSE_MS: '0' },
    probedFlags,
  );
  try {
    const body = { url: website.url, name: 'Large pages' };
    const { site } = (await service.ask('/api/v2/sites', { headers: { cookie: service.cookie }, body })).body;
    return await watch(service, [
      {
        what: `capture of ${pages} pages of 2 MiB`,
        async once(round) {
          const headers = { ...bearer(service), 'idempotency-key': `stalls-${round}` };
          const asked = { kind: 'website', websiteId: site.id, maxAgeSeconds: 0 };
          const { run } = (await service.ask('/api/v1/observations/ensure', { headers, body: asked })).body;
          await untilEnded(service, 'website', run.id);
        },
      },
    ]);
  } finally {
    await service.close();
    await website.close();
  }
}

async function stallsOfAnswer(): Promise<Figure[]> {
  const simulator = await startSimulator({ pace: { by: 'looks', queued: 1, working: 1 } });
  const provider = await startInflatedProvider(simulator.url);
  const given = { OPENAI_API_KEY: 'bench-key', OPENAI_BASE_URL: `${provider.url}/v1`, POLL_INTERVAL_MS: '100' };
  const service = await startSeededService('sqlite', given, probedFlags);
  try {
    return await watch(service, [
      {
        what: 'answer of 2,000,000 characters',
        async once(round) {
          const body = { query: `Which lamp suits desk ${round}?` };
          const headers = { cookie: service.cookie };
          const { case: made } = (await service.ask('/api/v2/benchmark-cases', { headers, body })).body;
          await untilEnded(service, 'keyword', (await ensure(service, made.id, `stalls-answer-${round}`)).run.id);
        },
      },
    ]);
  } finally {
    await service.close();
    await provider.close();
    await simulator.close();
  }
}

/** @throws if the run ends unexpectedly, or not within two minutes */
async function untilEnded(service: SeededService, kind: string, id: string): Promise<void> {
  const until = performance.now() + 120_000;
  while (performance.now() < until) {
    const { body } = await service.ask(`/api/v1/runs/${kind}/${id}`, { headers: bearer(service) });
    if (body.run.status === 'completed') return;
    if (['failed', 'cancelled', 'requires_action'].includes(body.run.status))
      throw new Error(
        `the run ended as ${body.run.status}: ${JSON.stringify(body.run.failure ?? body.run)}`.slice(0, 500),
      );
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`the run ${id} did not end`);
}

export const stalls: Bench = { name: 'stalls', run: measureStalls };
