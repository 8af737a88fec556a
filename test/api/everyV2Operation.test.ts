import { beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/api/operation.ts';
import { v2Operations } from '../../src/api/registry.ts';
import { permissions } from '../../src/domain/access/permissions.ts';
import { addKey, addWorkspace, homeOf, type Place } from '../support/records.ts';
import { addRecords, entryOf, pathOf, type Records, type Sample } from '../support/samples.ts';
import { type HttpReply, type HttpRequest, useService } from '../support/service.ts';

/**
 * Checks v1's promises for every operation of v2: with a key if keys may call it, otherwise with a session of the web
 * app. Registering an operation adds its row.
 */
const rows = v2Operations.map((operation) => [operation.id, operation] as const);
const base = '/api/v2';
const mistyped = { 'content-type': 'text/plain' };

const service = useService('sqlite', { env: { REQUESTS_PER_MINUTE: '1000', ACTIVE_RUNS_PER_OWNER: '1000' } });
let home: Place;
let records: Records;
let foreign: Records;
let count = 0;

beforeAll(async () => {
  home = await homeOf(service);
  const made = await addKey(service, home, permissions);
  const asked = await service.makeCase();
  const started = await service.ensure(made.secret, asked.id, 'records-of-the-v2-table');
  const finished = (await service.follow(made.secret, started.body.run.id)).id;
  const other = await addWorkspace(service, 'other owner');
  records = { ...(await addRecords(service, home, home, finished)), keyId: made.id };
  foreign = { ...(await addRecords(service, home, other, finished)), keyId: (await addKey(service, other, [])).id };
});

function sampleOf(operation: Operation, of: Records = records): Sample {
  count += 1;
  return { ...entryOf(operation).sample(of, `v2-table-${count}`) };
}

function send(operation: Operation, sample: Sample, { headers, ...asked }: HttpRequest): Promise<HttpReply> {
  return service.ask(base + pathOf(operation, sample), {
    method: operation.method,
    ...(operation.hasBody ? { body: sample.body } : {}),
    ...asked,
    headers: { ...sample.headers, ...headers },
  });
}

/**
 * Returns credentials of a caller who may call the operation. Each row has a new key, so that no row uses up another's
 * rate limit.
 */
async function callerOf({ audience }: Operation): Promise<HttpRequest> {
  if (audience === 'session') return { cookie: service.cookie };
  return { key: (await addKey(service, home, permissions)).secret };
}

const codeOf = ({ status, body }: HttpReply): string => `${status} ${body?.error?.code ?? ''}`.trim();

describe('every operation of v2', () => {
  it.each(rows)('%s refuses callers outside its audience, and forbids caching', async (_id, operation) => {
    const nobody = await send(operation, sampleOf(operation), {});
    expect(codeOf(nobody)).toBe('401 unauthorized');
    expect(nobody.headers.get('www-authenticate')).toMatch(
      operation.audience === 'session' ? /^Session realm/ : /^Bearer realm="sightline", Session/,
    );
    expect(nobody.headers.get('cache-control')).toBe('private, no-store');
    const dead = ['nonsense', (await addKey(service, home, permissions, 'expired')).secret];
    dead.push((await addKey(service, home, permissions, 'revoked')).secret);
    const answers = await Promise.all(dead.map((key) => send(operation, sampleOf(operation), { key })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['401 unauthorized']));
  });

  it.each(rows)('%s names unknown fields in its refusal, for every caller', async (_id, operation) => {
    const caller = await callerOf(operation);
    for (const name of ['surprise', '__proto__', 'key']) {
      const sample = sampleOf(operation);
      const asked = await send(operation, { ...sample, query: { ...sample.query, [name]: '1' } }, caller);
      expect(codeOf(asked), name).toBe('400 invalid_request');
      expect(asked.body.error.details?.field).toBe(name);
    }
    const [twice] = Object.keys(operation.query.shape);
    if (twice === undefined) return;
    const path = pathOf(operation, { ...sampleOf(operation), query: {} });
    const asked = await service.ask(`${base}${path}?${twice}=1&${twice}=1`, { method: operation.method, ...caller });
    expect(codeOf(asked)).toBe('400 invalid_request');
    expect(asked.body.error).toMatchObject({ details: { field: twice } });
  });

  it.each(rows.filter(([, { hasBody }]) => hasBody))(
    '%s accepts one JSON object of at most 64 KiB with known fields',
    async (_id, operation) => {
      const caller = await callerOf(operation);
      const bodies: [unknown, string][] = [
        ...['{"kind":', '[]', '"text"', '7', 'null,'].map((body): [unknown, string] => [body, '400 invalid_request']),
        ['{"surprise":1,"__proto__":1}', '400 invalid_request'],
        [JSON.stringify({ filler: 'x'.repeat(65_536) }), '413 payload_too_large'],
      ];
      for (const [body, code] of bodies) {
        expect(codeOf(await send(operation, sampleOf(operation), { ...caller, body })), String(body)).toBe(code);
      }
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx']) {
        const asked = { ...caller, headers: { 'content-type': type } };
        expect(codeOf(await send(operation, sampleOf(operation), asked)), type).toBe('415 unsupported_media_type');
      }
    },
  );

  it.each(rows.filter(([, operation]) => entryOf(operation).names !== null))(
    '%s answers 404 for a foreign record, exactly as for an unknown one',
    async (_id, operation) => {
      const { names } = entryOf(operation);
      const unknown = { ...records, ...(names === null ? {} : { [names]: 'nothing_0123456789' }) };
      const caller = await callerOf(operation);
      const asForeign = await send(operation, sampleOf(operation, foreign), caller);
      const asUnknown = await send(operation, sampleOf(operation, unknown), caller);
      expect(codeOf(asForeign)).toBe('404 not_found');
      expect(asForeign.text).toBe(asUnknown.text);
    },
  );

  it.each(rows)('%s answers another method with 405 and the allowed ones', async (_id, operation) => {
    const methods = v2Operations.filter(({ path }) => path === operation.path).map(({ method }) => method as string);
    const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    for (const method of ['PUT', 'DELETE', 'PATCH', 'POST', 'OPTIONS'].filter((one) => !methods.includes(one))) {
      const asked = { method, ...(method === 'OPTIONS' ? {} : { body: 'not json', headers: mistyped }) };
      const answered = await service.ask(base + pathOf(operation, sampleOf(operation)), asked);
      expect(codeOf(answered), method).toBe('405 method_not_allowed');
      expect(answered.headers.get('allow')?.split(', ').sort()).toEqual([...allow].sort());
    }
  });

  const keyed = rows.filter(([, { audience, hasBody }]) => audience !== 'session' && hasBody);
  it.each(keyed)(
    '%s checks caller, rate, permission, media type, size and shape, in this order',
    async (_id, operation) => {
      const [full, spent, reader] = await Promise.all([
        addKey(service, home, permissions),
        addKey(service, home, permissions),
        addKey(service, home, []),
      ]);
      const { api } = service.running.service;
      const window = { limit: 1000, windowMs: 60_000 };
      for (let taken = 0; taken < 1000; taken += 1) {
        await api.requestLog.take(`key:${spent.id}`, window, api.runtime.now());
      }
      const sample = { ...sampleOf(operation), headers: {} };
      const big = `{"surprise":"${'x'.repeat(70_000)}`;
      const answers = [
        await send(operation, sample, { key: 'wrong', body: big, headers: mistyped }),
        await send(operation, sample, { key: spent.secret, body: big, headers: mistyped }),
        await send(operation, sample, { key: reader.secret, body: big, headers: mistyped }),
        await send(operation, sample, { key: full.secret, body: big, headers: mistyped }),
        await send(operation, sample, { key: full.secret, body: big }),
        await send(operation, sample, { key: full.secret, body: '{' }),
      ];
      const mayEverybody = operation.permission === 'read';
      expect(answers.map(({ status }) => status)).toEqual([401, 429, mayEverybody ? 415 : 403, 415, 413, 400]);
    },
  );
});
