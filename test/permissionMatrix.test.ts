import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry, v1Operations } from '../src/api/registry.ts';
import { type Permission, permissions } from '../src/domain/permissions.ts';
import { seoToolName } from '../src/domain/seoTool.ts';
import { addCapability, addKey, addWorkspace, homeOf } from './support/records.ts';
import { addRecords, entryOf, pathOf, type Records } from './support/samples.ts';
import { startTestService, type TestService } from './support/service.ts';

const sets: readonly (readonly Permission[])[] = [['read'], ['evaluate'], ['seo'], ['evaluate', 'seo']];
const callers = ['none', 'bad', 'expired', 'revoked', ...sets.map((held) => held.join('+')), 'capability', 'cookie'];

let service: TestService;
let records: Records;
const secrets = new Map<string, string>();

beforeAll(async () => {
  service = await startTestService('sqlite', { env: { ACTIVE_RUNS_PER_OWNER: '1000', SEO_LOOKUPS_PER_HOUR: '1000' } });
  const home = await homeOf(service);
  const everything = await addKey(service, home, permissions);
  const asked = await service.makeCase();
  const slow = await service.makeCase();
  const started = await service.ensure(everything.secret, asked.id, 'records-of-the-matrix');
  const finished = (await service.follow(everything.secret, started.body.run.id)).id;
  records = { ...(await addRecords(service, home, home, finished)), keyId: everything.id };
  for (const held of sets) secrets.set(held.join('+'), (await addKey(service, home, held)).secret);
  secrets.set('bad', `${everything.secret}x`);
  secrets.set('expired', (await addKey(service, home, permissions, 'expired')).secret);
  secrets.set('revoked', (await addKey(service, home, permissions, 'revoked')).secret);
  service.simulator.script({ at: 'create', course: 'slow' });
  const active = await service.ensure(everything.secret, slow.id, 'run-of-the-capability');
  secrets.set('capability', await addCapability(service, home, active.body.run.id, seoToolName));
});
afterAll(() => service.close());

/** What the contract says, spelt out apart from the code: who may do what. */
function expected(caller: string, needs: Permission): number {
  if (['none', 'bad', 'expired', 'revoked', 'cookie'].includes(caller)) return 401;
  if (caller === 'capability') return 403;
  return needs === 'read' || caller.split('+').includes(needs) ? 200 : 403;
}

/** The permission of each operation as the specification lists it: the registry must not drift from this. */
const needs: Readonly<Record<string, Permission>> = {
  'GET /seo': 'read',
  'POST /seo': 'seo',
  'GET /visibility/current': 'read',
  'GET /visibility/overview': 'read',
  'GET /visibility/citations': 'read',
  'GET /visibility/prompts': 'read',
  'GET /visibility/recommendations': 'read',
  'GET /auth/status': 'read',
  'GET /sites': 'read',
  'GET /benchmark-cases': 'read',
  'GET /observations': 'read',
  'POST /observations/ensure': 'evaluate',
  'GET /runs/{kind}/{id}': 'read',
  'POST /runs/{kind}/{id}/reconcile': 'evaluate',
  'POST /runs/{kind}/{id}/cancel': 'evaluate',
};

describe('who may call what', () => {
  it('is listed for exactly the operations that exist', () => {
    expect(v1Operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(needs).sort());
  });

  it.each(v1Operations.map((operation) => [operation.id, operation] as const))(
    '%s: equals the specification for every kind of caller',
    async (id, operation) => {
      const needed = needs[`${operation.method} ${operation.path}`] ?? 'read';
      const seen: Record<string, number> = {};
      const right: Record<string, number> = {};
      for (const [index, caller] of callers.entries()) {
        const sample = entryOf(operation).sample(records, `matrix-${id}-${index}`);
        const secret = secrets.get(caller);
        const answered = await service.ask(`/api/v1${pathOf(operation, sample)}`, {
          method: operation.method,
          ...(sample.body === undefined ? {} : { body: sample.body }),
          headers: { ...sample.headers },
          ...(secret === undefined ? {} : { key: secret }),
          ...(caller === 'cookie' ? { cookie: service.cookie } : {}),
        });
        seen[caller] = answered.status === 202 ? 200 : answered.status;
        right[caller] = expected(caller, needed);
        if (answered.status === 403 && caller !== 'capability') {
          expect(answered.headers.get('www-authenticate')).toBe(
            `Bearer realm="sightline", error="insufficient_scope", scope="${needed}"`,
          );
        }
      }
      expect(seen).toEqual(right);
    },
  );

  it('lets a key ask with useSeoTools only when it holds evaluate and seo', async () => {
    const answers: Record<string, string> = {};
    for (const held of sets.map((set) => set.join('+'))) {
      const answered = await service.ensure(
        secrets.get(held) ?? '',
        records.caseId,
        `seo-tools-${held.replace('+', '-')}`,
        { useSeoTools: true },
      );
      answers[held] = answered.body.error.code;
    }
    // The last one is allowed, and meets the next refusal: this server is not reachable from outside.
    expect(answers).toEqual({
      read: 'insufficient_permission',
      evaluate: 'insufficient_permission',
      seo: 'insufficient_permission',
      'evaluate+seo': 'mcp_endpoint_not_public',
    });
  });
});

describe('walls between owners', () => {
  it('show a foreign workspace nothing of this one, in any list', async () => {
    const other = await addKey(service, await addWorkspace(service, 'other owner'), permissions);
    for (const path of ['/sites', '/benchmark-cases', '/seo', '/auth/status']) {
      const { text } = await service.ask(`/api/v1${path}`, { key: other.secret });
      for (const id of Object.values(records)) expect(text, path).not.toContain(id);
    }
  });

  it('keep idempotency keys of two workspaces apart', async () => {
    const other = await addKey(service, await addWorkspace(service, 'other owner'), permissions);
    const body = { domain: 'acme-crm.com', confirmSpend: true };
    const ours = await service.ask('/api/v1/seo', {
      key: secrets.get('seo') ?? '',
      idempotencyKey: 'the-same-key',
      body,
    });
    const theirs = await service.ask('/api/v1/seo', { key: other.secret, idempotencyKey: 'the-same-key', body });
    expect([ours.status, theirs.status]).toEqual([200, 200]);
    expect(theirs.headers.get('idempotency-replayed')).toBeNull();
    expect(theirs.body.report.reportId).not.toBe(ours.body.report.reportId);
  });
});

describe('every operation of the workspace', () => {
  const operations = registry.map((operation) => [operation.id, operation] as const);

  function pathFor(id: string): { path: string; method: string; body?: unknown } {
    const operation = registry.find((candidate) => candidate.id === id);
    if (operation === undefined) throw new Error(`no operation ${id}`);
    const sample = entryOf(operation).sample(
      { ...records, keyId: 'key_unknown', siteId: 'site_unknown' },
      `workspace-${id}`,
    );
    return {
      path: `/api/workspace${pathOf(operation, sample)}`,
      method: operation.method,
      ...(operation.hasBody ? { body: sample.body } : {}),
    };
  }

  it.each(operations)('%s opens to a session, and to nothing else', async (id) => {
    const { path, ...asked } = pathFor(id);
    expect((await service.ask(path, asked)).status).toBe(401);
    expect((await service.ask(path, { ...asked, key: secrets.get('evaluate+seo') ?? '' })).status).toBe(401);
    expect((await service.ask(path, { ...asked, cookie: 'sightline_session=forged.forged' })).status).toBe(401);
    expect([401, 403]).not.toContain((await service.ask(path, { ...asked, cookie: service.cookie })).status);
  });

  const changing = operations.filter(([, { method }]) => method !== 'GET');

  it.each(changing)('%s refuses what another site sends with the cookie', async (id) => {
    const { path, ...asked } = pathFor(id);
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: service.url, 'sec-fetch-site': 'cross-site' },
      { origin: service.url.replace('http:', 'https:') },
    ];
    for (const headers of foreign) {
      const answered = await service.ask(path, { ...asked, cookie: service.cookie, headers });
      expect([answered.status, answered.body.error.code], JSON.stringify(headers)).toEqual([
        403,
        'insufficient_permission',
      ]);
    }
  });

  it.each(changing.filter(([, { hasBody }]) => hasBody))(
    '%s takes JSON only, as a form of another site cannot send it',
    async (id) => {
      const { path, method } = pathFor(id);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        const answered = await service.ask(path, {
          method,
          body: '{}',
          cookie: service.cookie,
          headers: { 'content-type': type },
        });
        expect(answered.status).toBe(415);
      }
    },
  );

  it('is told nothing by a server that is called by a name which is not its own', async () => {
    const { sendRaw } = await import('./support/rawHttp.ts');
    const answered = await sendRaw(service.url, [
      'GET /api/workspace/sites HTTP/1.1',
      'Host: rebound.example',
      `Cookie: ${service.cookie}`,
    ]);
    expect([answered.status, answered.text.includes('rebound.example')]).toEqual([403, true]);
  });
});
