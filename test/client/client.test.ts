import { createClient, SightlineError } from '@sightline-app/sightline/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registry } from '../../src/api/registry.ts';
import { routes } from '../../src/contract/routes.ts';
import { listenForTest } from '../support/listen.ts';
import { long } from '../support/long.ts';
import { useService } from '../support/service.ts';

it('the table of operations has exactly one registry entry for every id', () => {
  expect(registry.map(({ id }) => id).sort()).toEqual(Object.keys(routes).sort());
});

describe('an id in a path', () => {
  it.each(['..', '.', ''])(
    '%j is refused before anything is sent, because the address would mean something else',
    async (id) => {
      const { url, asked } = await scripted([{ status: 200, body: ended }]);
      const client = createClient({ url, apiKey: 'k' });
      const call = client.call('readRun', { kind: 'keyword', id });
      await expect(call).rejects.toMatchObject({ code: 'invalid_request', details: { field: 'id' } });
      expect(asked).toEqual([]);
    },
  );

  it('stays one segment, whatever it contains', async () => {
    const { url, asked } = await scripted([{ status: 200, body: ended }]);
    await createClient({ url, apiKey: 'k' }).call('readRun', { kind: 'keyword', id: '../keys?x=1#%2e' });
    expect(asked[0]?.line).toBe('GET /api/v1/runs/keyword/..%2Fkeys%3Fx%3D1%23%252e');
  });
});

describe('the client against a real service', () => {
  const service = useService('sqlite');

  long('has a question answered, follows it to its end, and reports every state', async () => {
    const client = createClient({ url: service.url, apiKey: await service.makeKey() });
    const saved = await service.makeCase();
    const seen: string[] = [];
    const done = await client.ensureAndFollow(
      { kind: 'keyword', caseId: saved.id },
      { intervalMs: 20, onProgress: ({ run }) => seen.push(run?.status ?? 'none') },
    );
    expect(done.run?.status).toBe('completed');
    expect(seen.at(-1)).toBe('completed');
    expect(seen.length).toBeGreaterThan(1);
    const { cases } = await client.call('listBenchmarkCases', {});
    expect(cases.map(({ id }) => id)).toContain(saved.id);
    const again = await client.ensureAndFollow({ kind: 'keyword', caseId: saved.id });
    expect([again.disposition, again.run?.id]).toEqual(['fresh_saved', done.run?.id]);
  });

  it('throws a refusal with the server’s code', async () => {
    const client = createClient({ url: service.url, apiKey: await service.makeKey([]) });
    const asked = client.call('readRun', { kind: 'keyword', id: 'run_nobody' });
    await expect(asked).rejects.toMatchObject({ name: 'SightlineError', status: 404, code: 'not_found' });
    const spend = client.call(
      'requestSeoOverview',
      { domain: 'x.com', confirmSpend: true },
      { idempotencyKey: 'not-allowed' },
    );
    await expect(spend).rejects.toBeInstanceOf(SightlineError);
  });
});

type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'cut';

const active = { disposition: 'started', freshness: {}, run: { id: 'run_1', kind: 'keyword', status: 'running' } };
const ended = { disposition: 'saved', freshness: {}, run: { id: 'run_1', kind: 'keyword', status: 'completed' } };
const error = (code: string, more: Record<string, unknown> = {}) => ({ error: { code, message: code }, ...more });

/** Starts a server that sends scripted replies in turn, repeats the last one, and keeps the requests. */
async function scripted(
  replies: Reply[],
): Promise<{ url: string; asked: { line: string; key: string; body: string; at: number }[] }> {
  const asked: { line: string; key: string; body: string; at: number }[] = [];
  const url = await listenForTest(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({
      line: `${request.method} ${request.url}`,
      key: String(request.headers['idempotency-key'] ?? ''),
      body,
      at: performance.now(),
    });
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply === undefined || reply === 'cut') return request.socket.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.body ?? {}));
  });
  return { url, asked };
}

const question = { kind: 'keyword', caseId: 'case_1' } as const;

describe('an uncertain request', () => {
  it('is repeated with the same key and body, after the time that the server names', async () => {
    const { url, asked } = await scripted([
      { status: 503, body: error('temporarily_unavailable'), headers: { 'retry-after': '1' } },
      { status: 202, body: active },
      { status: 200, body: ended },
    ]);
    const done = await createClient({ url, apiKey: 'k' }).ensureAndFollow(question, { intervalMs: 1 });
    expect(done.run?.status).toBe('completed');
    const [first, second, third] = asked;
    expect([second?.key, second?.body]).toEqual([first?.key, first?.body]);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(990);
    expect(third?.line).toBe('GET /api/v1/runs/keyword/run_1');
  });

  it('waits until a date that a proxy names', async () => {
    const moment = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 1_000);
    const { url, asked } = await scripted([
      { status: 429, headers: { 'retry-after': moment.toUTCString() } },
      { status: 200, body: ended },
    ]);
    await createClient({ url, apiKey: 'k' }).ensureAndFollow(question);
    expect(asked).toHaveLength(2);
    expect(Date.now()).toBeGreaterThanOrEqual(moment.getTime());
  });

  long('never changes its key, whatever mixture of cut connections and refusals it meets', async () => {
    const trouble = fc.constantFrom<Reply>(
      'cut',
      { status: 429, body: error('rate_limited'), headers: { 'retry-after': '0.001' } },
      { status: 503, body: error('temporarily_unavailable'), headers: { 'retry-after': '0.001' } },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(trouble, { maxLength: 2 }), async (troubles) => {
        const { url, asked } = await scripted([...troubles, { status: 200, body: ended }]);
        await createClient({ url, apiKey: 'k' }).ensureAndFollow(question);
        expect(asked).toHaveLength(troubles.length + 1);
        expect(new Set(asked.map(({ key, body }) => key + body)).size).toBe(1);
      }),
      { numRuns: 12 },
    );
  });

  it('that was bought but perhaps not saved is followed, not repeated', async () => {
    const recovery = { runId: 'run_1', sessionId: null };
    const { url, asked } = await scripted([
      { status: 503, body: error('persistence_unconfirmed', { recovery }) },
      { status: 200, body: ended },
    ]);
    const done = await createClient({ url, apiKey: 'k' }).ensureAndFollow(question);
    expect(done.run?.status).toBe('completed');
    expect(asked.map(({ line }) => line)).toEqual([
      'POST /api/v1/observations/ensure',
      'GET /api/v1/runs/keyword/run_1',
    ]);
  });

  it.each(['idempotency_conflict', 'creation_unresolved', 'run_limit', 'owner_active_elsewhere'])(
    'a stored or unresolved outcome (%s) is returned to the caller at once, with its key',
    async (code) => {
      const { url, asked } = await scripted([{ status: 409, body: error(code) }]);
      const asking = createClient({ url, apiKey: 'k' }).ensureAndFollow(question, { idempotencyKey: 'kept-key-1' });
      await expect(asking).rejects.toMatchObject({ code, idempotencyKey: 'kept-key-1' });
      expect(asked).toHaveLength(1);
    },
  );

  it('stops waiting on request, and leaves the run alone', async () => {
    const { url, asked } = await scripted([{ status: 202, body: active }]);
    const asking = createClient({ url, apiKey: 'k' }).ensureAndFollow(question, { intervalMs: 20, timeoutMs: 150 });
    await expect(asking).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(asked.filter(({ line }) => line.startsWith('POST'))).toHaveLength(1);
  });
});
