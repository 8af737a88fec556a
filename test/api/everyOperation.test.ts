import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/api/openapi.ts';
import type { Operation } from '../../src/api/operation.ts';
import { v1Operations, v2Operations } from '../../src/api/registry.ts';
import { permissions } from '../../src/domain/access/permissions.ts';
import { addKey, addWorkspace, homeOf, type Place } from '../support/records.ts';
import { addRecords, entryOf, pathOf, type Records, type Sample } from '../support/samples.ts';
import { type HttpReply, type HttpRequest, useService } from '../support/service.ts';

/**
 * Checks every operation of v1 and v2: with a key if keys may call it, otherwise with a session of the web app.
 * Registering an operation adds its row.
 */
type Row = { base: string; operation: Operation; siblings: readonly Operation[] };
const rowsOf = (version: string, operations: readonly Operation[]) =>
  operations.map((operation): [name: string, row: Row] => [
    `${version} ${operation.id}`,
    { base: `/api/${version}`, operation, siblings: operations.filter(({ path }) => path === operation.path) },
  ]);
const inV1 = rowsOf('v1', v1Operations);
const rows = [...inV1, ...rowsOf('v2', v2Operations)];
const withBody = rows.filter(([, { operation }]) => operation.hasBody);
const withQuery = rows.filter(([, { operation }]) => Object.keys(operation.query.shape).length > 0);
const naming = rows.filter(([, { operation }]) => entryOf(operation).names !== null);
const filters = ['websiteId', 'planId', 'ruleId', 'keyId', 'caseId', 'questionId', 'engine'];
const filtered = withQuery.filter(
  ([, { operation }]) =>
    operation.method === 'GET' &&
    // A read of one record, or of an observation, checks what it reads.
    !/\{|observations/.test(operation.path) &&
    filters.some((name) => name in operation.query.shape),
);
const withBodyAndKey = withBody.filter(([, { operation }]) => operation.audience !== 'session');

const service = useService('sqlite', { env: { REQUESTS_PER_MINUTE: '1000', ACTIVE_RUNS_PER_OWNER: '1000' } });
let home: Place;
let records: Records;
let foreign: Records;
let full: string;
let count = 0;

beforeAll(async () => {
  home = await homeOf(service);
  const made = await addKey(service, home, permissions);
  full = made.secret;
  const asked = await service.makeCase();
  const started = await service.ensure(full, asked.id, 'records-of-the-table');
  const finished = (await service.follow(full, started.body.run.id)).id;
  const other = await addWorkspace(service, 'other owner');
  records = { ...(await addRecords(service, home, home, finished)), keyId: made.id };
  foreign = { ...(await addRecords(service, home, other, finished)), keyId: (await addKey(service, other, [])).id };
});

function sampleOf({ operation }: Row, of: Records = records): Sample {
  count += 1;
  return entryOf(operation).sample(of, `table-${count}`);
}

function send({ base, operation }: Row, sample: Sample, { headers, ...request }: HttpRequest = {}): Promise<HttpReply> {
  return service.ask(base + pathOf(operation, sample), {
    method: operation.method,
    ...(operation.hasBody ? { body: sample.body } : {}),
    ...request,
    headers: { ...sample.headers, ...headers },
  });
}

/**
 * Returns credentials of a caller who may call the operation. Each row has a new key, so that no row uses up another's
 * rate limit.
 */
async function callerOf({ operation }: Row): Promise<HttpRequest> {
  if (operation.audience === 'session') return { cookie: service.cookie };
  return { key: (await addKey(service, home, permissions)).secret };
}

function codeOf({ status, body }: HttpReply): string {
  return `${status} ${body?.error?.code ?? ''}`.trim();
}

describe('every operation', () => {
  it.each(rows)('%s without a key returns 401, names the scheme and is not cached', async (_name, row) => {
    const answered = await send(row, sampleOf(row));
    expect(codeOf(answered)).toBe('401 unauthorized');
    const scheme = row.operation.audience === 'session' ? /^Session realm/ : /^Bearer realm="sightline", Session/;
    expect(answered.headers.get('www-authenticate')).toMatch(
      row.base === '/api/v1' ? /^Bearer realm="sightline"$/ : scheme,
    );
    expect(answered.headers.get('cache-control')).toBe('private, no-store');
  });

  it.each(rows)('%s returns one response for unknown, mistyped, expired and revoked keys', async (_name, row) => {
    const unknown = (await addKey(service, home, permissions, 'valid')).secret;
    await service.db
      .deleteFrom('api_keys')
      .where('name', '=', 'valid key')
      .where('prefix', '=', unknown.slice(0, 10))
      .execute();
    const secrets = [
      unknown,
      `${full.slice(0, -1)}${full.endsWith('a') ? 'b' : 'a'}`,
      'nonsense',
      (await addKey(service, home, permissions, 'expired')).secret,
      (await addKey(service, home, permissions, 'revoked')).secret,
    ];
    const sample = sampleOf(row);
    const answers = await Promise.all(secrets.map((key) => send(row, sample, { key })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['401 unauthorized']));
    for (const { headers } of answers)
      expect(headers.get('www-authenticate')).toBe('Bearer realm="sightline", error="invalid_token"');
  });

  it.each(rows)('%s names an unknown parameter in its refusal', async (_name, row) => {
    const [sample, caller] = [sampleOf(row), await callerOf(row)];
    for (const name of ['surprise', '__proto__', 'key']) {
      const answered = await send(row, { ...sample, query: { ...sample.query, [name]: '1' } }, caller);
      expect(codeOf(answered), name).toBe('400 invalid_request');
      expect(answered.body.error.details?.field).toBe(name);
    }
  });

  it.each(withQuery)('%s names a repeated parameter in its refusal', async (_name, row) => {
    const { base, operation } = row;
    const [name = ''] = Object.keys(operation.query.shape);
    const path = `${base}${pathOf(operation, { ...sampleOf(row), query: {} })}?${name}=1&${name}=1`;
    const answered = await service.ask(path, { method: operation.method, ...(await callerOf(row)) });
    expect(codeOf(answered)).toBe('400 invalid_request');
    expect(answered.body.error).toMatchObject({
      details: { field: name },
      message: `${name}: is given more than once`,
    });
  });

  it.each(withBody)('%s refuses an unknown field, and v1 names it', async (_name, row) => {
    const [sample, caller] = [sampleOf(row), await callerOf(row)];
    for (const name of ['surprise', '__proto__']) {
      const body = JSON.stringify(sample.body).replace(/^\{/, `{"${name}":1,`).replace(',}', '}');
      const answered = await send(row, sample, { ...caller, body });
      expect(codeOf(answered), name).toBe('400 invalid_request');
      // Samples of v2 may lack a required field, which is then the one named.
      if (row.base === '/api/v1') expect(answered.body.error.details?.field).toBe(name);
    }
  });

  const big = JSON.stringify({ filler: 'x'.repeat(65_536) });
  it.each(withBody)('%s accepts only one JSON object of at most 64 KiB', async (_name, row) => {
    const [sample, caller] = [sampleOf(row), await callerOf(row)];
    for (const body of ['{"kind":', '[]', '"text"', '7', 'null,'])
      expect(codeOf(await send(row, sample, { ...caller, body })), body).toBe('400 invalid_request');
    expect(codeOf(await send(row, sample, { ...caller, body: big }))).toBe('413 payload_too_large');
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'multipart/form-data'];
    for (const type of types) {
      const answered = await send(row, sample, { ...caller, headers: { 'content-type': type } });
      expect(codeOf(answered), type).toBe('415 unsupported_media_type');
    }
  });

  it.each(naming)('%s answers 404 for a foreign record, exactly as for an unknown one', async (_name, row) => {
    const { names } = entryOf(row.operation);
    const unknown = { ...records, ...(names === null ? {} : { [names]: 'nothing_0123456789' }) };
    const caller = await callerOf(row);
    const asForeign = await send(row, sampleOf(row, foreign), caller);
    const asUnknown = await send(row, sampleOf(row, unknown), caller);
    expect(codeOf(asForeign)).toBe('404 not_found');
    expect(asForeign.text).toBe(asUnknown.text);
    const { details, message } = asUnknown.body.error;
    expect(message).toMatch(new RegExp(`^${details?.field}: no such `));
  });

  it.each(filtered)('%s refuses a filter that names nothing, instead of an empty list', async (_name, row) => {
    const caller = await callerOf(row);
    for (const field of filters.filter((name) => name in row.operation.query.shape)) {
      const sample = sampleOf(row);
      const query = { ...sample.query, [field]: 'nothing_0123456789' };
      const answered = await send(row, { ...sample, query }, caller);
      expect(codeOf(answered), field).toMatch(field === 'engine' ? /^400/ : /^404/);
      expect(answered.body.error).toMatchObject({
        details: { field },
        message: expect.stringMatching(new RegExp(`^${field}: `)),
      });
    }
  });

  it.each(rows)('%s answers another method with 405 and the allowed ones', async (_name, row) => {
    const path = row.base + pathOf(row.operation, sampleOf(row));
    const methods: string[] = row.siblings.map(({ method }) => method);
    const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    for (const method of ['PUT', 'DELETE', 'PATCH', 'POST', 'OPTIONS'].filter((other) => !methods.includes(other))) {
      const body = method === 'OPTIONS' ? {} : { body: 'not json', headers: { 'content-type': 'text/plain' } };
      const answered = await service.ask(path, { method, ...body });
      expect(codeOf(answered), method).toBe('405 method_not_allowed');
      expect(answered.headers.get('allow')?.split(', ').sort()).toEqual([...allow].sort());
    }
  });

  it.each(withBodyAndKey)(
    '%s checks caller, rate, permission, media type, size and shape, in this order',
    async (_name, row) => {
      const caller = await callerOf(row);
      const [spent, reader] = [await addKey(service, home, permissions), await addKey(service, home, [])];
      const window = { limit: 1000, windowMs: 60_000 };
      for (let taken = 0; taken < 1000; taken += 1)
        await service.api.requestLog.take(`key:${spent.id}`, window, service.api.runtime.now());
      const sample = { ...sampleOf(row), headers: {} };
      const plain = { 'content-type': 'text/plain' };
      const unread = `{"surprise":"${'x'.repeat(70_000)}`;
      const answers = [
        await send(row, sample, { key: 'wrong', body: unread, headers: plain }),
        await send(row, sample, { key: spent.secret, body: unread, headers: plain }),
        await send(row, sample, { key: reader.secret, body: unread, headers: plain }),
        await send(row, sample, { ...caller, body: unread, headers: plain }),
        await send(row, sample, { ...caller, body: unread }),
        await send(row, sample, { ...caller, body: '{' }),
      ];
      const mayEverybody = row.operation.permission === 'read';
      expect(answers.map(({ status }) => status)).toEqual([401, 429, mayEverybody ? 415 : 403, 415, 413, 400]);
      expect(answers[1]?.headers.get('retry-after')).toMatch(/^\d+$/);
    },
  );
});

describe('every operation of v1', () => {
  it.each(inV1)('%s answers a valid request according to its schema', async (_name, row) => {
    const { operation } = row;
    const before = service.simulator.ledger.length;
    const answered = await send(row, sampleOf(row), { key: full });
    expect(operation.statuses, answered.text).toContain(answered.status);
    expect(operation.output?.safeParse(answered.body).success).toBe(true);
    expect(answered.headers.get('cache-control')).toBe('private, no-store');
    expect(answered.headers.get('x-request-id')).toMatch(/^req_\w+$/);
    expect(answered.headers.get('ratelimit-policy')).toBe('"key";q=1000;w=60');
    expect(answered.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+$/);
    // Only the two spending operations may contact a provider: the run of the sample has ended, so it is not polled.
    if (!operation.spends) expect(service.simulator.ledger.length).toBe(before);
  });

  it.each(inV1)('%s does not accept a session cookie as a key', async (_name, row) => {
    expect(codeOf(await send(row, sampleOf(row), { cookie: service.cookie }))).toBe('401 unauthorized');
  });

  const { paths } = openApiDocument('v1', { serverUrl: 'http://x' }) as {
    paths: Record<string, Record<string, { responses: object; operationId: string }>>;
  };

  it.each(inV1)('%s is in the OpenAPI description, with every status it returns', (_name, { operation }) => {
    const described = paths[operation.path]?.[operation.method.toLowerCase()];
    expect(described?.operationId).toBe(operation.id);
    const statuses = Object.keys(described?.responses ?? {}).map(Number);
    expect(statuses).toEqual(expect.arrayContaining([...operation.statuses, 400, 401, 403, 404, 413, 415, 429, 503]));
  });

  it('serves exactly the operations of the OpenAPI description', () => {
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(v1Operations.map(({ method, path }) => `${method} ${path}`).sort());
    expect(described.length).toBe(15);
  });

  it('lets only two operations spend, and no GET', () => {
    const spending = v1Operations.filter(({ spends }) => spends).map(({ id }) => id);
    expect(spending.sort()).toEqual(['ensureObservation', 'requestSeoOverview']);
  });

  it('answers HEAD like GET, without a body', async () => {
    for (const [name, row] of inV1.filter(([, { operation }]) => operation.method === 'GET')) {
      const answered = await send(row, sampleOf(row), { key: full, method: 'HEAD' });
      expect([answered.status, answered.text], name).toEqual([200, '']);
    }
  });

  it('does not answer below an unknown path', async () => {
    const answered = await service.ask('/api/v1/nothing', { key: full });
    expect(codeOf(answered)).toBe('404 not_found');
    expect(answered.headers.get('x-request-id')).toMatch(/^req_/);
  });
});
