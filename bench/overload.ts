import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Pool } from 'undici';
import { type Bench, type Figure, percentile } from './figure.ts';
import { addHistory, bearer, type DatabaseKind, type SeededService, startSeededService } from './seededService.ts';

const times = 10;
const keyCount = 40;
const caseCount = 100;
/** Saved answers of the website whose report is read: the report considers the newest hundred. */
const history = 500;
/** Kept open, as the proxy in front keeps them; a request without a free connection is not sent. */
const connections = 256;
const calmSeconds = 5;

type Sent = { dueAt: number; endedAt: number; status: number; hasRetryAfter: boolean; runId: string | null };

/**
 * Measures the maximum throughput first; then, for a minute, ten times as many requests, each sent when it is due
 * whether or not others were answered; then half of the maximum. Nine in ten are reads, one is an ensure that starts a
 * run.
 */
async function measureOverload(seconds: number, engine: DatabaseKind): Promise<Figure[]> {
  const service = await startSeededService(engine, { POLL_INTERVAL_MS: '1000' });
  const pool = new Pool(service.url, { connections, pipelining: 1, headersTimeout: 60_000 });
  try {
    const next = await requestsOf(service);
    const send = (turn: number, dueAt: number) => sendOne(pool, next(turn), dueAt);
    await Promise.all(Array.from({ length: connections }, (_, turn) => send(10 * turn + 1, performance.now())));
    await closedLoop(send, 2);
    const perSecond = await closedLoop(send, 8);
    const calm = await openLoop(send, perSecond / 2, calmSeconds);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const over = await openLoop(send, times * perSecond, seconds);
    delay.disable();
    const endedAt = performance.now();
    const after = await openLoop(send, perSecond / 2, 2 * calmSeconds);
    const unended = await unendedRuns(service, [...over.sent, ...after.sent]);
    return figuresOf(engine, perSecond, {
      calm,
      over,
      after,
      endedAt,
      unended,
      ownDelayMs: delay.percentile(99) / 1e6,
    });
  } finally {
    await pool.destroy();
    await service.close();
  }
}

type Request = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string };

async function requestsOf(service: SeededService): Promise<(turn: number) => Request> {
  const headers = { cookie: service.cookie };
  const make = async (path: string, body: unknown) => (await service.ask(`/api/v2${path}`, { headers, body })).body;
  const keys: string[] = [];
  for (let at = 0; at < keyCount; at += 1) {
    keys.push((await make('/keys', { name: `load ${at}`, permissions: ['read', 'evaluate'] })).secret);
  }
  const cases: string[] = [];
  for (let at = 0; at < caseCount; at += 1) {
    cases.push((await make('/benchmark-cases', { query: `Which lamp suits desk ${at}?` })).case.id);
  }
  await addHistory(service, history);
  const [site] = (await service.ask('/api/v1/sites', { headers: bearer(service) })).body.sites;
  const today = new Date().toISOString().slice(0, 10);
  const reads = [
    `/api/v1/runs/keyword/${service.runId}`,
    `/api/v1/observations?kind=keyword&caseId=${service.caseId}`,
    `/api/v1/visibility/current?websiteId=${site.id}&startDate=2025-01-01&endDate=${today}`,
  ];
  return (turn) => {
    const authorized = { authorization: `Bearer ${keys[turn % keys.length]}` };
    if (turn % 10 !== 0) return { method: 'GET', path: reads[turn % reads.length] ?? '', headers: authorized };
    return {
      method: 'POST',
      path: '/api/v1/observations/ensure',
      headers: { ...authorized, 'content-type': 'application/json', 'idempotency-key': `overload-${turn}` },
      body: JSON.stringify({ kind: 'keyword', caseId: cases[(turn / 10) % cases.length], maxAgeSeconds: 0 }),
    };
  };
}

async function sendOne(pool: Pool, request: Request, dueAt: number): Promise<Sent> {
  try {
    const { statusCode, headers, body } = await pool.request(request);
    const text = await body.text();
    return {
      dueAt,
      endedAt: performance.now(),
      status: statusCode,
      hasRetryAfter: headers['retry-after'] !== undefined,
      runId: request.method === 'POST' && statusCode < 300 ? (JSON.parse(text).run?.id ?? null) : null,
    };
  } catch {
    return { dueAt, endedAt: performance.now(), status: 0, hasRetryAfter: false, runId: null };
  }
}

type Send = (turn: number, dueAt: number) => Promise<Sent>;
let turns = 0;

/** Returns the answers per second for sixteen callers that send one request after the other. */
async function closedLoop(send: Send, seconds: number): Promise<number> {
  const began = performance.now();
  let answered = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - began < seconds * 1_000) {
      const { status } = await send(turns++, performance.now());
      if (status < 300 && status > 0) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  return answered / ((performance.now() - began) / 1_000);
}

type Loop = { sent: Sent[]; left: number; seconds: number };

async function openLoop(send: Send, perSecond: number, seconds: number): Promise<Loop> {
  const sent: Sent[] = [];
  const open = new Set<Promise<void>>();
  const began = performance.now();
  let [due, left] = [0, 0];
  for (let now = began; now - began < seconds * 1_000; now = performance.now()) {
    const shouldBe = Math.floor(((now - began) / 1_000) * perSecond);
    for (; due < shouldBe; due += 1) {
      if (open.size >= connections) {
        left += 1;
        continue;
      }
      const ended = send(turns++, began + (due / perSecond) * 1_000).then((one) => {
        sent.push(one);
        open.delete(ended);
      });
      open.add(ended);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(open);
  return { sent, left, seconds };
}

/** Returns runs of accepted ensures that have not completed within a minute. */
async function unendedRuns(service: SeededService, sent: readonly Sent[]): Promise<number> {
  const waiting = new Set(sent.flatMap(({ runId }) => (runId === null ? [] : [runId])));
  const until = performance.now() + 60_000;
  while (waiting.size > 0 && performance.now() < until) {
    for (const id of waiting) {
      const { body } = await service.ask(`/api/v2/runs/keyword/${id}`, { headers: { cookie: service.cookie } });
      if (body.run.status === 'completed') waiting.delete(id);
    }
  }
  return waiting.size;
}

/** Returns seconds after `from` at which the last refused or slow request was due; 0 without one. */
function recoverySeconds(after: Loop, from: number): number {
  const bad = after.sent.filter(({ status, dueAt, endedAt }) => status >= 300 || status === 0 || endedAt - dueAt > 250);
  return Math.max(0, ...bad.map(({ dueAt }) => (dueAt - from) / 1_000));
}

type Seen = { calm: Loop; over: Loop; after: Loop; endedAt: number; unended: number; ownDelayMs: number };

function figuresOf(engine: DatabaseKind, perSecond: number, seen: Seen): Figure[] {
  const { calm, over, after } = seen;
  const accepted = (loop: Loop): Sent[] => loop.sent.filter(({ status }) => status > 0 && status < 300);
  const p99 = (sent: readonly Sent[]): number =>
    percentile(
      sent.map(({ dueAt, endedAt }) => endedAt - dueAt),
      0.99,
    );
  const refused = over.sent.filter(({ status, hasRetryAfter }) => status === 503 && hasRetryAfter);
  const wrong = over.sent.length - accepted(over).length - refused.length;
  const figure = (
    what: string,
    unit: string,
    value: number,
    target: Figure['target'],
    baseline: number | null = null,
  ) => ({
    what: `${what}, ${engine}`,
    unit,
    value,
    baseline,
    target,
  });
  const offered = (over.sent.length + over.left) / over.seconds;
  return [
    figure(
      'offered for the time of the overload, beside what it answers at most',
      'requests/s',
      offered,
      null,
      perSecond,
    ),
    figure('accepted then, beside the same', 'requests/s', accepted(over).length / over.seconds, null, perSecond),
    figure(
      'accepted, p99, beside that at half load',
      'ms',
      p99(accepted(over)),
      { of: 'value', atMost: 250 },
      p99(accepted(calm)),
    ),
    figure('refused with 503 and Retry-After', 'requests/s', refused.length / over.seconds, null),
    figure('refused, p99', 'ms', p99(refused), { of: 'value', atMost: 250 }),
    figure('neither accepted nor refused so', 'requests', wrong, { of: 'value', atMost: 0 }),
    figure('not sent, as no connection was free', 'requests/s', over.left / over.seconds, null),
    figure('recovered after', 's', recoverySeconds(after, seen.endedAt), { of: 'value', atMost: 2 }),
    figure('runs of accepted ensures that did not complete', 'runs', seen.unended, { of: 'value', atMost: 0 }),
    figure('delay of the sender itself, p99', 'ms', seen.ownDelayMs, null),
  ];
}

/** `npm run bench -- overload 60 postgres`: seconds (10 by default) and database (both by default). */
export const overload: Bench = {
  name: 'overload',
  async run([seconds = '10', engine]) {
    const engines: DatabaseKind[] = engine === 'sqlite' || engine === 'postgres' ? [engine] : ['sqlite', 'postgres'];
    const figures: Figure[] = [];
    for (const each of engines) figures.push(...(await measureOverload(Number(seconds), each)));
    return figures;
  },
};
