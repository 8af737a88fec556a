import { connect } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { registry } from '../../src/api/registry.ts';
import type { Log } from '../../src/ports/log.ts';
import { onEachDatabase } from '../support/databases.ts';
import { tool } from '../support/mcp.ts';
import { addKey, homeOf } from '../support/records.ts';
import { addRecords, entryOf, pathOf, type Records, type Sample } from '../support/samples.ts';
import { type HttpReply, owner, setupToken, useService } from '../support/service.ts';

type Place = 'params' | 'query' | 'body';
type Leaf = { place: Place; path: readonly string[] };

/** Lists the places of all texts in a sample. */
function leavesOf(sample: Sample): Leaf[] {
  const walk = (value: unknown, place: Place, path: readonly string[]): Leaf[] => {
    if (typeof value === 'string') return [{ place, path }];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, member]) => walk(member, place, [...path, name]));
  };
  return (['params', 'query', 'body'] as const).flatMap((place) => walk(sample[place], place, []));
}

/** Returns the sample with something inserted into the middle of one text. */
function withInside(sample: Sample, { place, path }: Leaf, sign: string): Sample {
  const put = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return `${String(value).slice(0, 3)}${sign}${String(value).slice(3)}`;
    const copy = structuredClone(value) as Record<string, unknown>;
    copy[name] = put(copy[name], rest);
    return Array.isArray(value) ? Object.values(copy) : copy;
  };
  return { ...sample, [place]: put(sample[place], path) } as Sample;
}

const signs = ['\u0000', '\u001b', '\u0085'];

onEachDatabase('incoming texts', (engine) => {
  const logged: unknown[] = [];
  const keep = (...given: unknown[]): void => void logged.push(given);
  const log: Log = { error: keep, warn: keep, info: () => {} };
  const service = useService(engine, { replace: { log } });
  let records: Records;
  let key: string;
  beforeAll(async () => {
    const home = await homeOf(service);
    const made = await addKey(service, home, ['read', 'evaluate', 'seo']);
    key = made.secret;
    const asked = await service.makeCase();
    const started = await service.ensure(key, asked.id, 'records-of-the-table');
    const finished = (await service.follow(key, started.body.run.id)).id;
    records = { ...(await addRecords(service, home, home, finished)), keyId: made.id };
    logged.length = 0;
  });

  const send = (operation: (typeof registry)[number], sample: Sample): Promise<HttpReply> =>
    service.ask((operation.audience === 'v1' ? '/api/v1' : '/api/v2') + pathOf(operation, sample), {
      method: operation.method,
      ...(operation.audience === 'v1' ? { key } : { cookie: service.cookie }),
      ...(operation.hasBody ? { body: sample.body } : {}),
      headers: sample.headers ?? {},
    });

  it.each(registry.map((operation) => [operation.id, operation] as const))(
    '%s refuses control characters and unpaired surrogates in any text, naming the field',
    async (_id, operation) => {
      const sample = entryOf(operation).sample(records, 'texts-0001');
      for (const leaf of leavesOf(sample)) {
        if (leaf.place === 'body' && !operation.hasBody) continue;
        for (const sign of leaf.place === 'body' ? [...signs, '\ud800'] : signs) {
          const answered = await send(operation, withInside(sample, leaf, sign));
          const named = answered.body?.error?.details?.field;
          expect([answered.status, named], `${leaf.path} ${JSON.stringify(sign)} ${answered.text}`).toEqual([
            400,
            expect.any(String),
          ]);
        }
      }
      expect(logged).toEqual([]);
    },
  );

  it('a name has one line, a question may have several', async () => {
    const site = await service.reply('createSite', { url: 'https://lines.example/', name: 'First\nSecond' });
    expect([site.status, site.body.error.message]).toEqual([400, 'name: contains the control character U+000A']);
    const question = await service.reply('createBenchmarkCase', { query: 'Which CRM suits us?\n\tWe are ten people.' });
    expect(question.status).toBe(201);
  });

  it('account paths and MCP follow the same rule', async () => {
    const paths: [path: string, body: unknown][] = [
      ['/api/auth/sign-in/email', { ...owner, email: 'own\u0000er@example.com' }],
      ['/api/auth/sign-in/email', { ...owner, email: 'own\ud800er@example.com' }],
      ['/api/auth/change-password', { currentPassword: owner.password, newPassword: 'long enough\u0000 by far' }],
      ['/api/setup', { token: setupToken, ...owner, workspaceName: 'My\u0000space' }],
      ['/api/invitations/look', { token: 'to\u0000ken' }],
      ['/api/invitations/accept', { token: 'token', password: 'long enough\u0000 by far' }],
    ];
    for (const [path, body] of paths) {
      const answered = await service.ask(path, { cookie: service.cookie, body });
      expect([answered.status, answered.body.error.details?.field], path).toEqual([400, expect.any(String)]);
    }
    const called = await tool(service, key, 'read_run', { kind: 'keyword', id: 'run_\u0000' });
    expect(called.structuredContent.error).toMatchObject({ code: 'invalid_request', details: { field: 'id' } });
    expect(logged).toEqual([]);
  });

  it.each([
    ['/api/v1/observations/ensure'],
    ['/api/v2/sites'],
    ['/api/mcp'],
    ['/api/setup'],
    ['/api/invitations/accept'],
    ['/api/auth/sign-in/email'],
    ['/api/auth/change-password'],
  ])('%s refuses excessive nesting of either kind', async (path) => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      for (const levels of [101, 9_000]) {
        const body = `{"name":${open.repeat(levels)}1${close.repeat(levels)}}`;
        const workspace = path.startsWith('/api/v1') || path === '/api/mcp' ? { key } : { cookie: service.cookie };
        const headers = { accept: 'application/json, text/event-stream', 'idempotency-key': 'deep-0001' };
        const answered = await service.ask(path, { ...workspace, body, headers });
        expect([answered.status, answered.text]).toEqual([400, expect.stringContaining('levels deep')]);
      }
    }
    expect(logged).toEqual([]);
  });

  it.each([['/api/v1/observations/ensure'], ['/api/v2/sites'], ['/api/auth/sign-in/email'], ['/api/mcp']])(
    'aborting a request to %s is not an outage: nothing is logged, and no 503 counted',
    async (path) => {
      await breakOff(service.url, [
        `POST ${path} HTTP/1.1`,
        `Host: ${new URL(service.url).host}`,
        `Authorization: Bearer ${key}`,
        `Cookie: ${service.cookie}`,
        'Idempotency-Key: broken-off-1',
        'Content-Type: application/json',
        'Content-Length: 500',
        '',
        '{"kind":',
      ]);
      const { text } = await service.ask('/metrics');
      expect(text).toContain(`route="${path}",status="400"`);
      expect(text).not.toContain('status="503"');
      expect(logged).toEqual([]);
    },
  );

  it.each(['/api/auth/sign-in/email', '/api/setup', '/api/invitations/look', '/api/password-reset/look'])(
    'sending a whole request to %s and disconnecting at once is not a bug',
    async (path) => {
      const { hostname, port, host } = new URL(service.url);
      const body = JSON.stringify({ token: 'a-token-of-nobody', email: 'nobody@example.com', password: 'not this' });
      const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
      for (let times = 0; times < 20; times += 1) {
        const socket = connect(Number(port), hostname);
        await new Promise((resolve) => socket.once('connect', resolve));
        await new Promise((resolve) => socket.write(`${head}\r\n\r\n${body}`, resolve));
        socket.resetAndDestroy();
        await new Promise((resolve) => socket.once('close', resolve));
      }
      await fetch(`${service.url}/healthz`);
      expect(logged).toEqual([]);
    },
  );

  it('disconnecting before or during a response is not an outage either', async () => {
    const lines = (path: string) => [
      `GET ${path} HTTP/1.1`,
      `Host: ${new URL(service.url).host}`,
      `Authorization: Bearer ${key}`,
      `Cookie: ${service.cookie}`,
      '',
      '',
    ];
    for (const path of ['/api/v1/auth/status', '/api/v2/export/runs', '/api/openapi.json'])
      for (let times = 0; times < 5; times += 1) await breakOff(service.url, lines(path));
    expect((await service.ask('/metrics')).text).not.toContain('status="503"');
    expect(logged).toEqual([]);
  });
});

/** Sends the lines, waits until they are sent, and resets the connection. */
async function breakOff(base: string, lines: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => socket.write(lines.join('\r\n'), resolve));
  // After the response to another caller, the server has read the earlier bytes.
  await fetch(`${base}/healthz`);
  socket.resetAndDestroy();
  await new Promise((resolve) => socket.once('close', resolve));
  await fetch(`${base}/healthz`);
}
