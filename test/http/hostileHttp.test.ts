import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../support/rawHttp.ts';
import { useService } from '../support/service.ts';

const service = useService('sqlite');
let key: string;
let host: string;

beforeAll(async () => {
  key = await service.makeKey();
  host = new URL(service.url).host;
});

/** Lines that name the host and the key of a caller. */
const caller = () => [`Host: ${host}`, `Authorization: Bearer ${key}`];
const ensureLine = 'POST /api/v1/observations/ensure HTTP/1.1';

describe('requests that only an attacker sends', () => {
  const refused: [name: string, lines: () => string[], body: string, status: number][] = [
    [
      'two Content-Length headers',
      () => [ensureLine, ...caller(), 'Content-Type: application/json', 'Content-Length: 2', 'Content-Length: 3'],
      '{} ',
      400,
    ],
    [
      'a length and chunks at once',
      () => [
        ensureLine,
        ...caller(),
        'Content-Type: application/json',
        'Content-Length: 2',
        'Transfer-Encoding: chunked',
      ],
      '0\r\n\r\n',
      400,
    ],
    ['no Host', () => ['GET /api/v1/sites HTTP/1.1', `Authorization: Bearer ${key}`], '', 400],
    ['a path that cannot be decoded', () => ['GET /api/v1/runs/keyword/%ff HTTP/1.1', ...caller()], '', 400],
    ['a NUL in a header', () => ['GET /api/v1/sites HTTP/1.1', `Host: ${host}`, 'X-Odd: a\0b'], '', 400],
    [
      'headers without an end in sight',
      () => ['GET /api/v1/sites HTTP/1.1', `Host: ${host}`, `X-Long: ${'x'.repeat(40_000)}`],
      '',
      431,
    ],
    ['TRACE', () => ['TRACE /api/v1/sites HTTP/1.1', ...caller()], '', 405],
    ['an id longer than any', () => [`GET /api/v1/runs/keyword/${'x'.repeat(150)} HTTP/1.1`, ...caller()], '', 400],
    [
      'an id longer than the router takes',
      () => [`GET /api/v1/runs/keyword/${'x'.repeat(250)} HTTP/1.1`, ...caller()],
      '',
      400,
    ],
    [
      'an encoded id longer than the router takes',
      () => [`GET /api/v1/runs/keyword/${'%41'.repeat(250)} HTTP/1.1`, ...caller()],
      '',
      400,
    ],
    [
      'an id longer than the router takes, in a write',
      () => [
        `POST /api/v1/runs/keyword/${'x'.repeat(9_000)}/cancel HTTP/1.1`,
        `Host: ${host}`,
        `Authorization: Bearer ${key}`,
        'Content-Length: 0',
      ],
      '',
      400,
    ],
    ['QUERY on a known path', () => ['QUERY /api/v1/sites HTTP/1.1', `Host: ${host}`], '', 405],
    ['QUERY on an unknown path', () => ['QUERY /api/nothing HTTP/1.1', `Host: ${host}`], '', 400],
    ['PROPFIND', () => ['PROPFIND /api/v1/sites HTTP/1.1', `Host: ${host}`], '', 404],
    ['a percent sign and no digits', () => ['GET /api/v1/%zz HTTP/1.1', `Host: ${host}`], '', 400],
    ['an unknown expectation', () => ['GET /healthz HTTP/1.1', `Host: ${host}`, 'Expect: nothing'], '', 417],
    [
      'more headers than are read',
      () => ['GET /healthz HTTP/1.1', `Host: ${host}`, ...Array.from({ length: 4_000 }, (_, at) => `a${at}: b`)],
      '',
      431,
    ],
  ];

  it.each(refused)('%s: refused in the usual error shape', async (_name, lines, body, status) => {
    const answered = await sendRaw(service.url, lines(), body);
    expect([answered.status, answered.text]).toEqual([status, expect.stringContaining('"error":{"code":"')]);
    expect(answered.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answered.headers.get('cache-control')).toBe('private, no-store');
    expect(answered.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/);
  });

  it.each([
    ['Authorization', 'Bearer other'],
    ['Host', 'evil.example'],
    ['Idempotency-Key', 'second-key'],
    ['Content-Type', 'text/plain'],
  ])('two %s headers: refused, whatever either of them says', async (name, second) => {
    const body = JSON.stringify({ kind: 'keyword', caseId: 'case_unknown_0123456789' });
    const lines = [
      ensureLine,
      `Host: ${host}`,
      `Authorization: Bearer ${key}`,
      'Idempotency-Key: first-key',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    expect((await sendRaw(service.url, lines, body)).status).toBe(404);
    const { status, text } = await sendRaw(service.url, [...lines, `${name}: ${second}`], body);
    expect([status, text]).toEqual([400, expect.stringContaining(`${name.toLowerCase()}: was sent more than once`)]);
  });

  it('a duplicate key header is checked only after the caller is known', async () => {
    const lines = [
      ensureLine,
      `Host: ${host}`,
      'Idempotency-Key: first-key',
      'Idempotency-Key: second-key',
      'Content-Length: 0',
    ];
    expect((await sendRaw(service.url, lines)).status).toBe(401);
  });

  type Body = [name: string, body: string | Buffer, headers: Record<string, string>, status: number, field: string];
  const bodies: Body[] = [
    ['null', 'null', {}, 400, 'body'],
    ['a name twice', '{"confirmSpend":false,"domain":"a.example","confirmSpend":true}', {}, 400, 'confirmSpend'],
    ['a name twice, once encoded', '{"domain":"a.example","dom\\u0061in":"b.example"}', {}, 400, 'domain'],
    ['bytes that are not UTF-8', Buffer.from('{"domain":"a\xff.example"}', 'latin1'), {}, 400, 'body'],
    ['a byte order mark', '\ufeff{}', {}, 400, 'body'],
    ['a compressed body', gzipSync('{}'), { 'content-encoding': 'gzip' }, 415, 'Content-Encoding'],
    ['another charset', '{}', { 'content-type': 'application/json; charset=utf-16' }, 415, 'Content-Type'],
    ['a quoted other charset', '{}', { 'content-type': 'application/json;Charset="latin1"' }, 415, 'Content-Type'],
  ];
  const doors: [api: string, path: string, more: () => Record<string, string>][] = [
    ['REST', '/api/v1/seo', () => ({ authorization: `Bearer ${key}`, 'idempotency-key': 'two-meanings' })],
    ['the workspace', '/api/v2/sites', () => ({ cookie: service.cookie })],
    ['sign-in', '/api/auth/sign-in/email', () => ({})],
    ['setup', '/api/setup', () => ({})],
    ['an invitation', '/api/invitations/look', () => ({})],
    ['MCP', '/api/mcp', () => ({ authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' })],
  ];
  it.each(doors.flatMap((api) => bodies.map((body) => [api[0], body[0], api, body] as const)))(
    '%s refuses %s and names the invalid part',
    async (_door, _name, [, path, more], [, body, headers, status, field]) => {
      const sent = { 'content-type': 'application/json', ...more(), ...headers };
      const answered = await fetch(service.url + path, { method: 'POST', headers: sent, body });
      const { error } = (await answered.json()) as {
        error: { code: unknown; data?: { code: string; details: object }; details?: { field: string } };
      };
      expect([answered.status, (error.data ?? error).code, (error.data ?? error).details]).toEqual([
        status,
        status === 400 ? 'invalid_request' : 'unsupported_media_type',
        { field },
      ]);
    },
  );

  it('UTF-8 may be declared in any spelling', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      const answered = await service.ask('/api/v2/sites', {
        cookie: service.cookie,
        body: {},
        headers: { 'content-type': type },
      });
      expect([answered.status, answered.body.error.details?.field]).toEqual([400, 'url']);
    }
  });

  it('a body that is not UTF-8 is refused or read, never an internal error', async () => {
    const answered = await service.ask('/api/v1/observations/ensure', {
      key,
      idempotencyKey: 'not-utf-8',
      body: '{"kind":"keyword","caseId":"\ud800"}',
    });
    expect([400, 404]).toContain(answered.status);
  });

  it('a NUL in an id or a query is an unknown record, not an internal error', async () => {
    const inputs = [
      ['readRun', { kind: 'keyword', id: 'run_\0' }],
      ['readSeoReports', { reportId: '\0' }],
      ['currentVisibility', { websiteId: '\0' }],
    ] as const;
    for (const [id, input] of inputs) expect([400, 404]).toContain((await service.reply(id, input, { key })).status);
  });

  it('the service is healthy after all of it, and contacted no provider', async () => {
    await service.call('authStatus', {}, { key });
    expect(service.simulator.ledger).toEqual([]);
  });
});
