import { request as httpRequest } from 'node:http';
import { connect as openSocket } from 'node:net';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { keyOperations } from '../../src/api/registry.ts';
import { long } from '../support/long.ts';
import { eras, messageOf, rpc, tool } from '../support/mcp.ts';
import { startServiceForTest, useService } from '../support/service.ts';

let key: string;

const service = useService('sqlite');
beforeAll(async () => {
  key = await service.makeKey();
});

/** Sends a raw request, because `fetch` may not set Host. */
function rawPost(
  headers: Record<string, string>,
  body: string,
  url: string = service.url,
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const sent = httpRequest(`${url}/api/mcp`, { method: 'POST', headers }, (response) => {
    let text = '';
    response.on('data', (chunk) => {
      text += chunk;
    });
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

const listing = () => messageOf('2026-07-28', 'tools/list');

it('answers with an internal error if the tools cannot be built, and tries again with the next request', async () => {
  const own = await startServiceForTest('sqlite');
  const secret = await own.makeKey();
  const built = vi.spyOn(keyOperations, 'flatMap').mockImplementationOnce(() => {
    throw new Error('the tool does not take this argument');
  });
  const { status, message } = await rpc(own, secret, 'tools/list');
  built.mockRestore();
  expect([status, message.error.code, message.error.data.code]).toEqual([500, -32603, 'internal_error']);
  expect((await rpc(own, secret, 'tools/list')).message.result.tools).not.toHaveLength(0);
});

describe('callers of the endpoint', () => {
  it.each([
    ['no key', undefined],
    ['a value that is not a key', 'nonsense'],
    ['a well-formed key of nobody', `sl_${'0'.repeat(49)}`],
  ])('%s returns 401 with a challenge, and REST returns the same code', async (_who, bad) => {
    const asked = await rpc(service, bad, 'tools/list');
    expect(asked.status).toBe(401);
    expect(asked.headers.get('www-authenticate')).toMatch(/^Bearer realm="sightline"/);
    const rest = await service.ask('/api/v1/sites', bad === undefined ? {} : { key: bad });
    expect(asked.message.error.data.code).toBe(rest.body.error.code);
  });

  it('a revoked key returns 401 from then on', async () => {
    const made = await service.call('createKey', { name: 'short', permissions: [] });
    const { secret, key: record } = made;
    expect((await rpc(service, secret, 'tools/list')).status).toBe(200);
    await service.call('revokeKey', { id: record.id });
    expect((await rpc(service, secret, 'tools/list')).status).toBe(401);
  });

  it('the cookie of a signed-in person opens nothing', async () => {
    expect((await rpc(service, undefined, 'tools/list', {}, { cookie: service.cookie })).status).toBe(401);
  });

  it('a page of another origin is refused, with any key; our own origin and none are accepted', async () => {
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1', 'null']) {
      const refused = await rpc(service, key, 'tools/list', {}, { headers: { origin } });
      expect([origin, refused.status, refused.message.error.data.code]).toEqual([
        origin,
        403,
        'insufficient_permission',
      ]);
    }
    expect((await rpc(service, key, 'tools/list', {}, { headers: { origin: service.url } })).status).toBe(200);
  });

  it('a foreign host name that points at us is refused before the key is checked', async () => {
    const { body, headers } = listing();
    const base = { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const evil = await rawPost({ ...base, host: 'evil.example' }, JSON.stringify(body));
    expect(evil.status).toBe(403);
    const own = await rawPost({ ...base, host: new URL(service.url).host }, JSON.stringify(body));
    expect(own.status).toBe(200);
  });

  it('the public address is accepted with and without its default port', async () => {
    const named = await startServiceForTest('sqlite', { env: { PUBLIC_BASE_URL: 'https://sightline.example.com' } });
    const { body, headers } = messageOf('2025-11-25', 'ping');
    const base = { ...headers, authorization: `Bearer ${await named.makeKey()}`, 'content-type': 'application/json' };
    const statuses: [string, number][] = [];
    for (const port of ['', ':443', ':80', ':4280']) {
      const host = `sightline.example.com${port}`;
      statuses.push([port, (await rawPost({ ...base, host }, JSON.stringify(body), named.url)).status]);
    }
    expect(statuses).toEqual([
      ['', 200],
      [':443', 200],
      [':80', 403],
      [':4280', 403],
    ]);
  });

  it('responses may not be stored by anyone', async () => {
    for (const era of eras) {
      const { headers } = await rpc(service, key, 'tools/list', {}, { era });
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('x-request-id')).toMatch(/^req_/);
    }
  });
});

describe('requirements of a message', () => {
  it.each([
    ['a body of 10 MB', 'x'.repeat(10_000_000), {}, 413, 'payload_too_large'],
    ['no JSON at all', '{"jsonrpc"', {}, 400, 'invalid_request'],
    ['no body', '', {}, 400, 'invalid_request'],
    ['a batch, which would be many calls for one', '[]', {}, 400, 'invalid_request'],
    ['another media type', '{}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  ])('%s is refused with the code of REST', async (_what, body, headers, status, code) => {
    const answered = await rpc(service, key, 'tools/list', {}, { body, headers });
    expect([answered.status, answered.message.error.data.code]).toEqual([status, code]);
  });

  it.each([
    ['lists', 30_000, '[', ']'],
    ['objects', 10_000, '{"x":', '}'],
    ['objects', 100, '{"x":', '}'],
  ])('%s nested %i deep are refused as the caller’s mistake', async (_what, levels, open, close) => {
    const deep = `${open.repeat(levels)}1${close.repeat(levels)}`;
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_sites","arguments":{"x":${deep}}}}`;
    const answered = await rpc(service, key, 'tools/call', {}, { body, era: '2025-11-25' });
    expect([answered.status, answered.message.error.data.code]).toEqual([400, 'invalid_request']);
  });

  it.each([
    ['another method', { 'mcp-method': 'tools/list' }],
    ['another tool', { 'mcp-name': 'cancel_run' }],
    ['another revision', { 'mcp-protocol-version': '2025-11-25' }],
  ])('a header that names %s than the body is refused before any call', async (_what, headers) => {
    const params = { name: 'list_sites', arguments: {} };
    const answered = await rpc(service, key, 'tools/call', params, { headers });
    expect([answered.status, answered.message.error.code]).toEqual([400, -32020]);
  });

  it('a header sent twice is refused', async () => {
    const { hostname, port } = new URL(service.url);
    const text = await new Promise<string>((resolve) => {
      const socket = openSocket(Number(port), hostname);
      let read = '';
      socket.on('data', (chunk) => {
        read += chunk;
      });
      socket.on('close', () => resolve(read));
      const auth = `Authorization: Bearer ${key}\r\n`;
      socket.write(
        `POST /api/mcp HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${auth}${auth}Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
      );
    });
    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect(text).toContain('authorization: was sent more than once');
  });

  it.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('%s returns 405 with the allowed methods', async (method) => {
    const answered = await service.ask('/api/mcp', { method, key });
    expect([answered.status, answered.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('session ids are neither issued nor checked', async () => {
    const answered = await rpc(
      service,
      key,
      'tools/list',
      {},
      { era: '2025-11-25', headers: { 'mcp-session-id': 'foreign' } },
    );
    expect(answered.status).toBe(200);
    expect(answered.headers.get('mcp-session-id')).toBeNull();
  });
});

it('REST and MCP share one rate limit of a key', async () => {
  const tight = await startServiceForTest('sqlite', { env: { REQUESTS_PER_MINUTE: '6' } });
  const own = await tight.makeKey();
  const statuses: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    statuses.push((await tight.reply('listSites', {}, { key: own })).status);
    statuses.push((await rpc(tight, own, 'tools/call', { name: 'list_sites', arguments: {} })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  const refused = await rpc(tight, own, 'tools/list');
  expect(refused.message.error.data).toMatchObject({ code: 'rate_limited', retry: 'after_seconds' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
});

describe('pages and prompts', () => {
  it('the pages that explain the numbers can be listed and read', async () => {
    const { message } = await rpc(service, key, 'resources/list');
    const uris = message.result.resources.map(({ uri }) => uri);
    expect(uris).toContain('sightline://docs/metrics');
    const read = await rpc(service, key, 'resources/read', { uri: 'sightline://docs/metrics' });
    expect(read.message.result.contents[0].text).toMatch(/^# The numbers of a visibility report/);
    const none = await rpc(service, key, 'resources/read', { uri: 'sightline://docs/../package' });
    expect(none.message.error).toBeTypeOf('object');
  });

  it('a prompt names only tools that exist, and asks for its arguments', async () => {
    const { message } = await rpc(service, key, 'prompts/list');
    const names = message.result.prompts.map(({ name }) => name);
    expect(names).toEqual(['visibility_brief', 'page_readiness_review', 'question_review']);
    const { tools } = (await rpc(service, key, 'tools/list')).message.result;
    const known = tools.map(({ name }) => name);
    for (const { name, arguments: taken } of message.result.prompts) {
      const args = Object.fromEntries(taken.map((argument) => [argument.name, 'given_value']));
      const got = await rpc(service, key, 'prompts/get', { name, arguments: args });
      const text: string = got.message.result.messages[0].content.text;
      expect(text).toContain('given_value');
      const mentioned = text.match(/\b[a-z]+(?:_[a-z]+)+\b/g)?.filter((word) => word !== 'given_value') ?? [];
      expect(mentioned.filter((word) => !known.includes(word))).toEqual([]);
      expect((await rpc(service, key, 'prompts/get', { name, arguments: {} })).message.error.code).toBe(-32602);
    }
  });
});

it.each([
  ['tools/call', { name: 'list_sites', arguments: 'x' }],
  ['prompts/get', { name: 'visibility_brief', arguments: { websiteId: 5 } }],
  ['prompts/get', { name: 'visibility_brief', arguments: 'x' }],
  ['prompts/get', {}],
  ['resources/read', { uri: 5 }],
  ['resources/read', {}],
  ['tools/list', { cursor: 5 }],
  ['tools/list', { cursor: 'of nobody' }],
  ['prompts/list', { cursor: null }],
  ['resources/list', { cursor: {} }],
  ['resources/templates/list', { cursor: 5 }],
])(
  '%s reports params that no method accepts as the caller’s mistake, in both revisions: %j',
  async (method, params) => {
    for (const era of eras) {
      const named = String(Object.values(params)[0] ?? '');
      const { message } = await rpc(service, key, method, params, { era, headers: { 'mcp-name': named } });
      expect([era, message.error.code]).toEqual([era, -32602]);
    }
  },
);

long('two concurrent callers never see each other’s data', async () => {
  const keys = [key, await service.makeKey(['read'])];
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_value, turn) => {
      const mine = keys[turn % 2] ?? key;
      const { structuredContent } = await tool(service, mine, 'auth_status', {}, { era: eras[turn % 3 === 0 ? 1 : 0] });
      return [turn % 2, structuredContent.key.permissions.length];
    }),
  );
  expect(new Set(answers.map(String))).toEqual(new Set(['0,3', '1,1']));
});
