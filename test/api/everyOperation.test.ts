import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/api/openapi.ts';
import type { Operation } from '../../src/api/operation.ts';
import { v1Operations } from '../../src/api/registry.ts';
import { addKey, addWorkspace, homeOf, type Place } from '../support/records.ts';
import { addRecords, entryOf, pathOf, type Records, type Sample } from '../support/samples.ts';
import { type HttpReply, type HttpRequest, useService } from '../support/service.ts';

const base = '/api/v1';
const everyPermission = ['evaluate', 'seo'] as const;
const byId = v1Operations.map((operation) => [operation.id, operation] as const);
const withBody = byId.filter(([, operation]) => operation.hasBody);
const withQuery = byId.filter(([, operation]) => Object.keys(operation.query.shape).length > 0);
const naming = byId.filter(([, operation]) => entryOf(operation).names !== null);

const service = useService('sqlite', { env: { REQUESTS_PER_MINUTE: '1000', ACTIVE_RUNS_PER_OWNER: '1000' } });
let home: Place;
let records: Records;
let foreign: Records;
let full: string;
let count = 0;

beforeAll(async () => {
  home = await homeOf(service);
  full = (await addKey(service, home, everyPermission)).secret;
  const asked = await service.makeCase();
  const started = await service.ensure(full, asked.id, 'records-of-the-table');
  const finished = (await service.follow(full, started.body.run.id)).id;
  const other = await addWorkspace(service, 'other owner');
  const { id: keyId } = await addKey(service, home, []);
  records = { ...(await addRecords(service, home, home, finished)), keyId };
  foreign = {
    ...(await addRecords(service, home, other, finished)),
    keyId: (await addKey(service, other, [])).id,
  };
});

function sampleOf(operation: Operation, of: Records = records): Sample {
  count += 1;
  return entryOf(operation).sample(of, `table-${count}`);
}

function send(operation: Operation, sample: Sample, asked: HttpRequest = {}): Promise<HttpReply> {
  const body = operation.hasBody ? { body: sample.body } : {};
  const { headers, ...rest } = asked;
  return service.ask(base + pathOf(operation, sample), {
    method: operation.method,
    ...body,
    ...rest,
    headers: { ...sample.headers, ...headers },
  });
}

function codeOf(answered: HttpReply): string {
  return `${answered.status} ${answered.body?.error?.code ?? ''}`.trim();
}

describe('every operation of v1', () => {
  it.each(byId)('%s answers a valid request according to its schema', async (_id, operation) => {
    const before = service.simulator.ledger.length;
    const answered = await send(operation, sampleOf(operation), { key: full });
    expect(operation.statuses, answered.text).toContain(answered.status);
    expect(operation.output?.safeParse(answered.body).success).toBe(true);
    expect(answered.headers.get('cache-control')).toBe('private, no-store');
    expect(answered.headers.get('x-request-id')).toMatch(/^req_\w+$/);
    expect(answered.headers.get('ratelimit-policy')).toBe('"key";q=1000;w=60');
    expect(answered.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+$/);
    // Only the two spending operations may contact a provider: the run of the sample has ended, so it is not polled.
    if (!operation.spends) expect(service.simulator.ledger.length).toBe(before);
  });

  it.each(byId)('%s without a key returns 401 and names the scheme', async (_id, operation) => {
    const answered = await send(operation, sampleOf(operation));
    expect(codeOf(answered)).toBe('401 unauthorized');
    expect(answered.headers.get('www-authenticate')).toBe('Bearer realm="sightline"');
    expect(answered.headers.get('cache-control')).toBe('private, no-store');
  });

  it.each(byId)('%s returns one response for unknown, mistyped, expired and revoked keys', async (_id, operation) => {
    const unknown = (await addKey(service, home, everyPermission, 'valid')).secret;
    await service.running.service.api.db
      .deleteFrom('api_keys')
      .where('name', '=', 'valid key')
      .where('prefix', '=', unknown.slice(0, 10))
      .execute();
    const secrets = [
      unknown,
      `${full.slice(0, -1)}${full.endsWith('a') ? 'b' : 'a'}`,
      'nonsense',
      (await addKey(service, home, everyPermission, 'expired')).secret,
      (await addKey(service, home, everyPermission, 'revoked')).secret,
    ];
    const sample = sampleOf(operation);
    const answers = await Promise.all(secrets.map((key) => send(operation, sample, { key })));
    expect(new Set(answers.map((answered) => answered.text)).size).toBe(1);
    for (const answered of answers) {
      expect(codeOf(answered)).toBe('401 unauthorized');
      expect(answered.headers.get('www-authenticate')).toBe('Bearer realm="sightline", error="invalid_token"');
    }
  });

  it.each(byId)('%s does not accept a session cookie as a key', async (_id, operation) => {
    expect(codeOf(await send(operation, sampleOf(operation), { cookie: service.cookie }))).toBe('401 unauthorized');
  });

  it.each(byId)('%s names an unknown parameter in its refusal', async (_id, operation) => {
    const sample = sampleOf(operation);
    for (const name of ['surprise', '__proto__', 'key']) {
      const answered = await send(operation, { ...sample, query: { ...sample.query, [name]: '1' } }, { key: full });
      expect(codeOf(answered), name).toBe('400 invalid_request');
      expect(answered.body.error.details?.field).toBe(name);
    }
  });

  it.each(withQuery)('%s names a repeated parameter in its refusal', async (_id, operation) => {
    const [name = ''] = Object.keys(operation.query.shape);
    const path = `${pathOf(operation, { ...sampleOf(operation), query: {} })}?${name}=1&${name}=1`;
    const answered = await service.ask(base + path, { key: full });
    expect(codeOf(answered)).toBe('400 invalid_request');
    expect(answered.body.error).toMatchObject({
      details: { field: name },
      message: `${name}: is given more than once`,
    });
  });

  it.each(withBody)('%s names an unknown field in its refusal', async (_id, operation) => {
    const sample = sampleOf(operation);
    for (const name of ['surprise', '__proto__']) {
      const body = JSON.stringify(sample.body).replace(/^\{/, `{"${name}":1,`).replace(',}', '}');
      const answered = await send(operation, sample, { key: full, body });
      expect(codeOf(answered), name).toBe('400 invalid_request');
      expect(answered.body.error.details?.field).toBe(name);
    }
  });

  it.each(withBody)('%s refuses a body that is not a JSON object', async (_id, operation) => {
    const sample = sampleOf(operation);
    for (const body of ['{"kind":', '[]', '"text"', '7', 'null,']) {
      const answered = await send(operation, sample, { key: full, body });
      expect(codeOf(answered), body).toBe('400 invalid_request');
    }
  });

  it.each(withBody)('%s accepts only JSON', async (_id, operation) => {
    const sample = sampleOf(operation);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'multipart/form-data',
    ]) {
      const answered = await send(operation, sample, { key: full, headers: { 'content-type': type } });
      expect(codeOf(answered), type).toBe('415 unsupported_media_type');
    }
  });

  it.each(withBody)('%s refuses bodies over 64 KiB', async (_id, operation) => {
    const body = JSON.stringify({ filler: 'x'.repeat(65_536) });
    expect(codeOf(await send(operation, sampleOf(operation), { key: full, body }))).toBe('413 payload_too_large');
  });

  it.each(naming)('%s answers 404 for a foreign record, exactly as for an unknown one', async (_id, operation) => {
    const { names } = entryOf(operation);
    const unknown = { ...records, ...(names === null ? {} : { [names]: 'nothing_0123456789' }) };
    const asForeign = await send(operation, sampleOf(operation, foreign), { key: full });
    const asUnknown = await send(operation, sampleOf(operation, unknown), { key: full });
    expect(codeOf(asForeign)).toBe('404 not_found');
    expect(asForeign.text).toBe(asUnknown.text);
  });

  it.each(byId)('%s answers another method with 405 and the allowed ones', async (_id, operation) => {
    const path = base + pathOf(operation, sampleOf(operation));
    const siblings = v1Operations.filter((other) => other.path === operation.path).map((other) => other.method);
    const allow = siblings.includes('GET') ? [...siblings, 'HEAD'] : siblings;
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', ...(siblings.includes('POST') ? [] : ['POST'])]) {
      const body = method === 'OPTIONS' ? {} : { body: 'not json', headers: { 'content-type': 'text/plain' } };
      const answered = await service.ask(path, { method, key: full, ...body });
      expect(codeOf(answered), method).toBe('405 method_not_allowed');
      expect(answered.headers.get('allow')?.split(', ').sort()).toEqual([...allow].sort());
    }
  });

  it.each(byId)('%s is in the OpenAPI description, with every status it returns', (_id, operation) => {
    const paths = openApiDocument('v1', { serverUrl: 'http://x' }).paths as Record<
      string,
      Record<string, { responses: object; operationId: string }>
    >;
    const described = paths[operation.path]?.[operation.method.toLowerCase()];
    expect(described?.operationId).toBe(operation.id);
    const statuses = Object.keys(described?.responses ?? {}).map(Number);
    expect(statuses).toEqual(expect.arrayContaining([...operation.statuses, 400, 401, 403, 404, 413, 415, 429, 503]));
  });

  it.each(withBody)(
    '%s checks caller, rate, permission, media type, size and shape, in this order',
    async (_id, operation) => {
      const reader = await addKey(service, home, []);
      const spent = await addKey(service, home, everyPermission);
      const { api } = service.running.service;
      const window = { limit: 1000, windowMs: 60_000 };
      for (let taken = 0; taken < 1000; taken += 1)
        await api.requestLog.take(`key:${spent.id}`, window, api.runtime.now());
      const sample = { ...sampleOf(operation), headers: {} };
      const plain = { 'content-type': 'text/plain' };
      const big = `{"surprise":"${'x'.repeat(70_000)}`;
      const answers = [
        await send(operation, sample, { key: 'wrong', body: big, headers: plain }),
        await send(operation, sample, { key: spent.secret, body: big, headers: plain }),
        await send(operation, sample, { key: reader.secret, body: big, headers: plain }),
        await send(operation, sample, { key: full, body: big, headers: plain }),
        await send(operation, sample, { key: full, body: big }),
        await send(operation, sample, { key: full, body: '{' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 429, 403, 415, 413, 400]);
      expect(answers[1]?.headers.get('retry-after')).toMatch(/^\d+$/);
    },
  );
});

describe('the registry', () => {
  it('serves exactly the operations of the OpenAPI description', () => {
    const paths = openApiDocument('v1', { serverUrl: 'http://x' }).paths as Record<string, object>;
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(v1Operations.map(({ method, path }) => `${method} ${path}`).sort());
    expect(described.length).toBe(15);
  });

  it('lets only two operations spend, and no GET', () => {
    expect(
      v1Operations
        .filter(({ spends }) => spends)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['ensureObservation', 'requestSeoOverview']);
  });

  it('answers HEAD like GET, without a body', async () => {
    for (const [, operation] of byId.filter(([, { method }]) => method === 'GET')) {
      const answered = await send(operation, sampleOf(operation), { key: full, method: 'HEAD' });
      expect([answered.status, answered.text], operation.id).toEqual([200, '']);
    }
  });

  it('does not answer below an unknown path', async () => {
    const answered = await service.ask('/api/v1/nothing', { key: full });
    expect(codeOf(answered)).toBe('404 not_found');
    expect(answered.headers.get('x-request-id')).toMatch(/^req_/);
  });
});
