import { sql } from 'kysely';
import { divisionIds } from '../src/domain/visibility/query/divisions.ts';
import { type OpenDatabase, openDatabase } from '../src/store/database/open.ts';
import { claimDueRuns } from '../src/store/runs/due.ts';
import { startCounter } from './countingDatabase.ts';
import { type Bench, type Figure, median, percentile } from './figure.ts';
import { databaseBytes, multiplyRuns } from './multiplyRuns.ts';
import { bearer, type DatabaseKind, ensure, type SeededService, startSeededService } from './seededService.ts';

/** Three days of history: a read of one day, and of the day before it, then finds as much as in a longer one. */
const shortRuns = 3_000;
/** Starts of each database, alternating. */
const starts = 3;
const questions = 30;
const engines = ['openai', 'google-ai-mode', 'claude-api'];
/** Page 3 of a list, and a status without runs: filters with few matches must not read everything. */
const rare = 'failed';

type Read = (service: Grown) => Promise<unknown>;

/** A service with a history, and the ids for its reads. */
type Grown = SeededService & {
  websiteId: string;
  database: OpenDatabase;
  deepCursor: string;
  asked: number;
  /** Proxy between the service and its PostgreSQL; null on SQLite. */
  counter: Awaited<ReturnType<typeof startCounter>> | null;
};

/** Maximum bytes that one read may move between the service and PostgreSQL, whatever the length of the history. */
export const maxReadBytes = 200_000;

const get =
  (path: (service: Grown) => string, api: 'key' | 'session' = 'session'): Read =>
  async (service) => {
    const headers = api === 'key' ? bearer(service) : { cookie: service.cookie };
    const { status, body } = await service.ask(path(service), { headers });
    if (status !== 200) throw new Error(`${path(service)}: ${status} ${JSON.stringify(body)}`);
    return body;
  };

const ofSite = (path: string) => get(({ websiteId }) => `${path}?websiteId=${websiteId}`, 'key');

/** Every report of v2, as the last part of its path. */
export const v2Reports = [
  ...['current', 'overview', 'citations', 'prompts', 'recommendations'],
  ...['sources', 'history', 'engines', 'searches', 'rivals'],
  ...divisionIds.map((by) => `query?by=${by}`),
];
const pathOf = (report: string) => (report.includes('?') ? report : `${report}?`);
const dated = { 'everything saved': '', 'one day': '&startDate=2026-06-30&endDate=2026-06-30' };

const v2Reads: Readonly<Record<string, Read>> = Object.fromEntries(
  Object.entries(dated).flatMap(([period, dates]) => [
    ...v2Reports.map((report): [string, Read] => [
      `v2 visibility, ${report}, ${period}`,
      get(({ websiteId }) => `/api/v2/visibility/${pathOf(report)}&websiteId=${websiteId}${dates}`),
    ]),
    [`answers of a website, ${period}`, get(({ websiteId }) => `/api/v2/answers?websiteId=${websiteId}${dates}`)],
  ]),
);

/** Reads measured while a history grows, by their names in the figures. */
const reads: Readonly<Record<string, Read>> = {
  ...v2Reads,
  'v1 visibility, current': ofSite('/api/v1/visibility/current'),
  'v1 visibility, overview': ofSite('/api/v1/visibility/overview'),
  'v1 visibility, citations': ofSite('/api/v1/visibility/citations'),
  'v1 visibility, prompts': ofSite('/api/v1/visibility/prompts'),
  'v1 visibility, recommendations': ofSite('/api/v1/visibility/recommendations'),
  'run, v1': get(({ runId }) => `/api/v1/runs/keyword/${runId}`, 'key'),
  'run, v2': get(({ runId }) => `/api/v2/runs/keyword/${runId}`),
  'observation of a question': get(({ caseId }) => `/api/v1/observations?kind=keyword&caseId=${caseId}`, 'key'),
  'list of runs': get(() => '/api/v2/runs'),
  'list of runs, a page deep in it': get(({ deepCursor }) => `/api/v2/runs?cursor=${encodeURIComponent(deepCursor)}`),
  'list of runs of a website': get(({ websiteId }) => `/api/v2/runs?websiteId=${websiteId}`),
  'list of runs of an engine': get(() => '/api/v2/runs?engine=claude-api'),
  'list of runs of a status that none has': get(() => `/api/v2/runs?status=${rare}`),
  'list of active runs': get(() => '/api/v2/runs?activeOnly=true'),
  'list of website captures': get(() => '/api/v2/runs?kind=website'),
  'answers of a question': get(({ caseId }) => `/api/v2/questions/${caseId}`),
  'list of questions': get(({ websiteId }) => `/api/v2/questions?websiteId=${websiteId}`),
  'work list': get(({ websiteId }) => `/api/v2/work?websiteId=${websiteId}`),
  'needs attention': get(() => '/api/v2/attention'),
  'spending of a month, by engine': get(() => '/api/v2/spending?month=2026-06&by=engine'),
  'spending of a month, by day': get(() => '/api/v2/spending?month=2026-06&by=day'),
  'spending of a month, by question': get(() => '/api/v2/spending?month=2026-06&by=question'),
  'purchases of a month': get(() => '/api/v2/purchases?month=2026-06'),
  "ensure's decision, a saved answer": async (service) => {
    service.asked += 1;
    const headers = { ...bearer(service), 'idempotency-key': `growth-again-${service.asked}` };
    const body = { kind: 'keyword', caseId: service.caseId, maxAgeSeconds: 86_400 };
    const answer = await service.ask('/api/v1/observations/ensure', { headers, body });
    if (answer.body.disposition !== 'fresh_saved') throw new Error(`ensure answered ${JSON.stringify(answer.body)}`);
  },
  "worker's claim of due runs": ({ database }) =>
    claimDueRuns(database.db, database.databaseKind, '2020-01-01T00:00:00.000Z', '2020-01-01T00:01:00.000Z', 10),
};

/** Measures the reads at a thousand runs and at each further size, alternating between two databases of one kind. */
async function measureGrowth(kind: DatabaseKind, sizes: readonly number[], rounds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  const opened: Grown[] = [];
  try {
    const short = await openGrown(kind);
    opened.push(short);
    const emptyBytes = await grow(short, 0, 0);
    await grow(short, 0, shortRuns);
    const long = await openGrown(kind);
    opened.push(long);
    let runs = 0;
    for (const size of sizes) {
      const bytes = await grow(long, runs, size);
      runs = size;
      const ready: [number[], number[]] = [[], []];
      for (let start = 0; start < starts; start += 1) {
        ready[0].push(await begin(short));
        ready[1].push(await begin(long));
      }
      figures.push(
        {
          what: `${kind}: ready after, ${size} runs over ${shortRuns}`,
          unit: 'ms',
          value: median(ready[1]),
          baseline: median(ready[0]),
          target: { of: 'value', atMost: 1_000 },
        },
        {
          what: `${kind}: disk for each run, ${size} runs`,
          unit: 'bytes',
          value: (bytes - emptyBytes) / size,
          baseline: null,
          target: { of: 'value', atMost: 12_000 },
        },
        {
          what: `${kind}: searches of past days counted after, ${size} runs`,
          unit: 'seconds',
          value: await untilCounted(long),
          baseline: await untilCounted(short),
          target: null,
        },
        ...(await measureReads(kind, short, long, size, rounds)),
      );
    }
    return figures;
  } finally {
    for (const service of opened) {
      await service.counter?.close();
      await service.database.close();
      await service.close();
    }
  }
}

async function measureReads(
  kind: DatabaseKind,
  short: Grown,
  long: Grown,
  size: number,
  rounds: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, read] of Object.entries(reads)) {
    const times: [number[], number[]] = [[], []];
    const bytes: number[] = [];
    for (let round = -3; round < rounds; round += 1) {
      for (const [side, service] of [short, long].entries()) {
        const start = performance.now();
        service.counter?.reset();
        await read(service);
        if (round >= 0 && side === 1 && service.counter !== null) bytes.push(service.counter.read().bytes);
        const milliseconds = performance.now() - start;
        if (round >= 0) times[side]?.push(milliseconds);
        // A read that takes seconds needs only a few rounds.
        if (milliseconds > 2_000 && round > 0) round = rounds;
      }
    }
    const ofAll = what.endsWith('everything saved');
    figures.push({
      what: `${kind}: ${what}, ${ofAll ? 'p95, ' : ''}${size} runs over ${shortRuns}`,
      unit: 'ms',
      value: ofAll ? percentile(times[1], 0.95) : median(times[1]),
      baseline: ofAll ? percentile(times[0], 0.95) : median(times[0]),
      // A longer period has more to count: for a read of everything, the time itself is bounded.
      target: ofAll ? { of: 'value', atMost: 100 } : { of: 'ratio', atMost: 1.5 },
    });
    const moved = bytes.length === 0 ? '' : `, ${(median(bytes) / 1000).toFixed(0)} kB`;
    process.stderr.write(
      `${kind} ${size}: ${what}: ${median(times[0]).toFixed(2)} -> ${median(times[1]).toFixed(2)} ms (p95 ${percentile(times[1], 0.95).toFixed(2)}${moved})\n`,
    );
    if (bytes.length === 0) continue;
    figures.push({
      what: `${kind}: ${what}, moved to and from the database, ${size} runs`,
      unit: 'bytes',
      value: median(bytes),
      baseline: null,
      target: { of: 'value', atMost: maxReadBytes },
    });
  }
  return figures;
}

/** Starts a service with questions at three engines, each asked and answered. */
async function openGrown(kind: DatabaseKind): Promise<Grown> {
  // The fixed waits of engines would only slow down the seeding.
  const service = await startSeededService(kind, { ENGINE_HASTE: '1000', POLL_INTERVAL_MS: '100' });
  try {
    const websiteId = await askAll(service);
    const database = await openDatabase(
      kind === 'sqlite'
        ? { databaseKind: 'sqlite', path: service.sqlitePath }
        : { databaseKind: 'postgres', url: service.databaseUrl, bounded: true },
    );
    const counter = kind === 'sqlite' ? null : await startCounter(service.databaseUrl);
    return Object.assign(service, { websiteId, database, deepCursor: '', asked: 0, counter });
  } catch (cause) {
    await service.close();
    throw cause;
  }
}

async function askAll(service: SeededService): Promise<string> {
  const headers = { cookie: service.cookie };
  const { sites } = (await service.ask('/api/v2/sites', { headers })).body;
  const websiteId: string = sites[0].id;
  const runIds: string[] = [];
  for (let at = 1; at < questions; at += 1) {
    const query = `Which shop sells good lamps, of kind ${at}?`;
    const locale = { language: 'en', country: 'US' };
    const body = { query, websiteId, locale, search: { engine: engines[at % engines.length] } };
    const { id } = (await service.ask('/api/v2/benchmark-cases', { headers, body })).body.case;
    runIds.push((await ensure(service, id, `growth-seed-${at}`)).run.id);
  }
  for (const id of runIds) await untilCompleted(service, id);
  return websiteId;
}

async function untilCompleted(service: SeededService, id: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { run } = (await service.ask(`/api/v1/runs/keyword/${id}`, { headers: bearer(service) })).body;
    if (run.status === 'completed') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('a seeded run did not complete');
}

/** Stops the service, adds copies and returns the bytes of the database. */
async function grow(service: Grown, from: number, to: number): Promise<number> {
  await service.child.stop();
  const start = performance.now();
  if (to > from) await multiplyRuns(service, from, to);
  const bytes = await databaseBytes(service);
  process.stderr.write(
    `${to} runs, ${(bytes / 1e6).toFixed(0)} MB, after ${((performance.now() - start) / 1000).toFixed(0)} s\n`,
  );
  return bytes;
}

/** Restarts the service and finds a page deep in its list. Returns milliseconds until it was ready. */
async function begin(service: Grown): Promise<number> {
  const readyAfter = await service.restart(service.counter === null ? {} : { DATABASE_URL: service.counter.url });
  const headers = { cookie: service.cookie };
  let cursor: string | null = null;
  for (let page = 0; page < 3; page += 1) {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    cursor = (await service.ask(`/api/v2/runs?limit=200${query}`, { headers })).body.nextCursor;
  }
  service.deepCursor = cursor ?? '';
  return readyAfter;
}

/**
 * The worker sums up the searches of past days once: in use, a day is counted at night; here, years are counted at
 * once.
 */
async function untilCounted({ database: { db } }: Grown): Promise<number> {
  const start = performance.now();
  // The runs that were copied are of today, which is not past.
  const today = new Date().toISOString().slice(0, 10);
  for (;;) {
    const { rows } = await sql<{ missing: number }>`
      SELECT count(*) AS missing FROM (
        SELECT DISTINCT website_id, surface, engine, day AS start FROM attempt_dates
          WHERE status = 'completed' AND attempts > 0 AND day < ${today}
        UNION SELECT DISTINCT website_id, surface, engine, substr(day, 1, 7) FROM attempt_dates
          WHERE status = 'completed' AND attempts > 0 AND day < ${today.slice(0, 7)}) AS stretch
      WHERE NOT EXISTS (SELECT 1 FROM search_counts WHERE search_counts.website_id = stretch.website_id
        AND search_counts.surface = stretch.surface AND search_counts.engine = stretch.engine
        AND search_counts.start = stretch.start)`.execute(db);
    if (Number(rows[0]?.missing ?? 0) === 0) return (performance.now() - start) / 1000;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/**
 * `npm run bench -- growth 10000,100000,1000000 60 postgres`: sizes of the history, reads of each kind, and optionally
 * one database.
 */
export const growth: Bench = {
  name: 'growth',
  async run([sizes = '10000,100000,1000000', rounds = '40', kind]) {
    const kinds: DatabaseKind[] = kind === 'sqlite' || kind === 'postgres' ? [kind] : ['sqlite', 'postgres'];
    const figures: Figure[] = [];
    for (const one of kinds) figures.push(...(await measureGrowth(one, sizes.split(',').map(Number), Number(rounds))));
    return figures;
  },
};
