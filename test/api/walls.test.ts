import { beforeAll, describe, expect, it } from 'vitest';
import { registry } from '../../src/api/registry.ts';
import { permissions } from '../../src/domain/access/permissions.ts';
import { addKey, addWorkspace, homeOf } from '../support/records.ts';
import { addRecords, entryOf, pathOf, type Records } from '../support/samples.ts';
import { useService } from '../support/service.ts';

const service = useService('sqlite', { env: { ACTIVE_RUNS_PER_OWNER: '1000', SEO_LOOKUPS_PER_HOUR: '1000' } });
let records: Records;
let key: string;

beforeAll(async () => {
  const home = await homeOf(service);
  const made = await addKey(service, home, permissions);
  key = made.secret;
  const { id } = await service.makeCase();
  const started = await service.ensure(key, id, 'records-of-the-walls');
  const finished = (await service.follow(key, started.body.run.id)).id;
  records = { ...(await addRecords(service, home, home, finished)), keyId: made.id };
});

describe('isolation between owners', () => {
  it('shows nothing of a foreign workspace in any list', async () => {
    const other = await addKey(service, await addWorkspace(service, 'other owner'), permissions);
    for (const list of ['listSites', 'listBenchmarkCases', 'readSeoReports', 'authStatus'] as const) {
      const { text } = await service.reply(list, {}, { key: other.secret });
      for (const id of Object.values(records)) expect(text, list).not.toContain(id);
    }
  });

  it('separates idempotency keys of two workspaces', async () => {
    const other = await addKey(service, await addWorkspace(service, 'other owner'), permissions);
    const body = { domain: 'acme-crm.com', confirmSpend: true };
    const buy = (by: string) => service.reply('requestSeoOverview', body, { key: by, idempotencyKey: 'the-same-key' });
    const [ours, theirs] = [await buy(key), await buy(other.secret)];
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
      path: `/api/v2${pathOf(operation, sample)}`,
      method: operation.method,
      ...(operation.hasBody ? { body: sample.body } : {}),
    };
  }

  const changing = operations.filter(([, { method }]) => method !== 'GET');

  it.each(changing)('%s refuses requests that another site sends with the cookie', async (id) => {
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
    '%s accepts only JSON, because forms of other sites cannot send it',
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

  it('returns nothing if the server is called by a foreign host name', async () => {
    const { sendRaw } = await import('../support/rawHttp.ts');
    const answered = await sendRaw(service.url, [
      'GET /api/v2/sites HTTP/1.1',
      'Host: rebound.example',
      `Cookie: ${service.cookie}`,
    ]);
    expect([answered.status, answered.text.includes('rebound.example')]).toEqual([403, true]);
  });
});
