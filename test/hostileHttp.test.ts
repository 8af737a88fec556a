import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from './support/rawHttp.ts';
import { startTestService, type TestService } from './support/service.ts';

let service: TestService;
let key: string;
let host: string;

beforeAll(async () => {
  service = await startTestService('sqlite');
  key = await service.makeKey();
  host = new URL(service.url).host;
});
afterAll(() => service.close());

const ensureLine = 'POST /api/v1/observations/ensure HTTP/1.1';

describe('requests that no honest client sends', () => {
  const refused: [name: string, lines: () => string[], body: string, status: number][] = [
    [
      'two Authorization headers',
      () => [
        'GET /api/v1/sites HTTP/1.1',
        `Host: ${host}`,
        `Authorization: Bearer ${key}`,
        'Authorization: Bearer other',
      ],
      '',
      400,
    ],
    [
      'two Host headers',
      () => ['GET /api/v1/sites HTTP/1.1', `Host: ${host}`, 'Host: evil.example', `Authorization: Bearer ${key}`],
      '',
      400,
    ],
    [
      'two Idempotency-Key headers',
      () => [
        ensureLine,
        `Host: ${host}`,
        `Authorization: Bearer ${key}`,
        'Idempotency-Key: first-key',
        'Idempotency-Key: second-key',
        'Content-Type: application/json',
        'Content-Length: 2',
      ],
      '{}',
      400,
    ],
    [
      'two Content-Type headers',
      () => [
        ensureLine,
        `Host: ${host}`,
        `Authorization: Bearer ${key}`,
        'Content-Type: application/json',
        'Content-Type: text/plain',
        'Content-Length: 2',
      ],
      '{}',
      400,
    ],
    [
      'two Content-Length headers',
      () => [
        ensureLine,
        `Host: ${host}`,
        `Authorization: Bearer ${key}`,
        'Content-Type: application/json',
        'Content-Length: 2',
        'Content-Length: 3',
      ],
      '{} ',
      400,
    ],
    [
      'a length and chunks at once',
      () => [
        ensureLine,
        `Host: ${host}`,
        `Authorization: Bearer ${key}`,
        'Content-Type: application/json',
        'Content-Length: 2',
        'Transfer-Encoding: chunked',
      ],
      '0\r\n\r\n',
      400,
    ],
    ['no Host', () => ['GET /api/v1/sites HTTP/1.1', `Authorization: Bearer ${key}`], '', 400],
    [
      'a path that does not decode',
      () => ['GET /api/v1/runs/keyword/%ff HTTP/1.1', `Host: ${host}`, `Authorization: Bearer ${key}`],
      '',
      400,
    ],
    ['a NUL in a header', () => ['GET /api/v1/sites HTTP/1.1', `Host: ${host}`, 'X-Odd: a\0b'], '', 400],
    [
      'headers without an end in sight',
      () => ['GET /api/v1/sites HTTP/1.1', `Host: ${host}`, `X-Long: ${'x'.repeat(40_000)}`],
      '',
      431,
    ],
    ['TRACE', () => ['TRACE /api/v1/sites HTTP/1.1', `Host: ${host}`, `Authorization: Bearer ${key}`], '', 405],
    [
      'an id longer than any',
      () => [`GET /api/v1/runs/keyword/${'x'.repeat(150)} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${key}`],
      '',
      400,
    ],
  ];

  it.each(refused)('%s: refused in the one shape of an error', async (_name, lines, body, status) => {
    const answered = await sendRaw(service.url, lines(), body);
    expect([answered.status, answered.text]).toEqual([status, expect.stringContaining('"error":{"code":"')]);
    expect(answered.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answered.headers.get('cache-control')).toBe('private, no-store');
  });

  it('a doubled key header is not looked at before the caller is known', async () => {
    const lines = [
      ensureLine,
      `Host: ${host}`,
      'Idempotency-Key: first-key',
      'Idempotency-Key: second-key',
      'Content-Length: 0',
    ];
    expect((await sendRaw(service.url, lines)).status).toBe(401);
  });

  it('a body that is not UTF-8 is refused or read, never a failure inside', async () => {
    const answered = await service.ask('/api/v1/observations/ensure', {
      key,
      idempotencyKey: 'not-utf-8',
      body: '{"kind":"keyword","caseId":"\ud800"}',
    });
    expect([400, 404]).toContain(answered.status);
  });

  it('a NUL in an id or a query is no record, and no failure inside', async () => {
    const paths = [
      '/api/v1/runs/keyword/run_%00',
      '/api/v1/seo?reportId=%00',
      '/api/v1/visibility/current?websiteId=%00',
    ];
    for (const path of paths) expect([400, 404]).toContain((await service.ask(path, { key })).status);
  });

  it('the service is well after all of it, and nobody was asked', async () => {
    expect((await service.ask('/api/v1/auth/status', { key })).status).toBe(200);
    expect(service.simulator.ledger).toEqual([]);
  });
});
