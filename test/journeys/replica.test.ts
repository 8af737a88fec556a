import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from '../../src/api/registry.ts';
import { onPostgres } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { asAdmin, databaseUrl } from '../support/postgresServer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** A replica that has stopped shows who reads it: it lacks later records. */
onPostgres('a replica from which reports are read', () => {
  let service: TestService;
  let key: string;
  let websiteId: string;
  let caseId: string;
  let copyName: string;
  const lagOf = (answered: { headers: Headers }) => answered.headers.get('sightline-lag-seconds');
  const report = (id = websiteId) => service.reply('currentVisibility', { websiteId: id }, { key });
  const attemptsOf = ({ body }: { body: any }): number => body.coverage.attemptsConsidered;

  async function askOnce(idempotencyKey: string): Promise<string> {
    const { body } = await service.ensure(key, caseId, idempotencyKey, { maxAgeSeconds: 0 });
    await service.follow(key, body.run.id);
    return body.run.id;
  }

  /**
   * Waits for the expected state: reports are read from the replica once it was checked; until then from the primary.
   */
  const untilReplicaIs = (expected: RegExp): Promise<string> =>
    until(
      async (): Promise<string> => JSON.parse((await service.ask('/readyz')).text).parts.replica,
      (state) => expected.test(state),
    );

  beforeAll(async () => {
    copyName = `sightline_test_copy_${process.pid}_${Date.now()}`;
    service = await startTestService('postgres', { env: { DATABASE_REPLICA_URL: databaseUrl(copyName) } });
    key = await service.makeKey();
    websiteId = (await service.makeSite()).id;
    caseId = (await service.makeCase({ websiteId })).id;
    await askOnce('before-the-copy');
  });
  afterAll(async () => {
    await service.close();
    await asAdmin((client) => client.query(`drop database if exists ${copyName} with (force)`));
  });

  async function copyAndRestart(env: Record<string, string>): Promise<void> {
    await service.stop();
    const source = new URL(service.database.env.DATABASE_URL ?? '').pathname.slice(1);
    await asAdmin(async (client) => {
      await client.query(`drop database if exists ${copyName} with (force)`);
      await client.query(`create database ${copyName} template ${source}`);
    });
    await service.restart(env);
  }

  it('reads reports from the primary while there is no replica, and tells the operator', async () => {
    expect(await untilReplicaIs(/not answer/)).toBe('It does not answer. The primary database answers instead.');
    const answered = await report();
    expect([answered.status, lagOf(answered)]).toEqual([200, null]);
    expect(JSON.parse((await service.ask('/readyz')).text).status).toBe('degraded');
  });

  long('serves reports and lists, and states their lag', async () => {
    await copyAndRestart({ REPLICA_MAX_LAG_SECONDS: '86400' });
    await untilReplicaIs(/^ok$/);
    const later = await askOnce('after-the-copy');
    const answered = await report();
    expect(attemptsOf(answered)).toBe(1);
    expect(Number(lagOf(answered))).toBeGreaterThanOrEqual(0);
    const list = await service.reply('listRuns', {}, { key });
    expect(list.body.items.map(({ id }) => id)).not.toContain(later);
    expect(lagOf(list)).not.toBeNull();
  });

  long('is not used for single records and decisions', async () => {
    // Providers state completion times in whole seconds: of two answers in one second neither is newer.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const run = await askOnce('a-later-one');
    const record = await service.reply('readRun', { kind: 'keyword', id: run }, { key });
    expect([record.body.run.status, lagOf(record)]).toEqual(['completed', null]);
    const saved = await service.ensure(key, caseId, 'reuses-the-newest', { maxAgeSeconds: 3600 });
    expect([saved.body.disposition, saved.body.run.id]).toEqual(['fresh_saved', run]);
    const revoked = await service.makeKey();
    const { items } = await service.call('listKeys', {});
    const id = items.find(({ prefix }) => revoked.startsWith(prefix))?.id ?? '';
    await service.call('revokeKey', { id });
    await service.refuse('currentVisibility', { websiteId }, 'unauthorized', { key: revoked });
  });

  it('falls back for records that it lacks', async () => {
    const { id } = await service.makeSite({ url: 'https://www.newer.example/', name: 'Newer' });
    const answered = await report(id);
    expect([answered.status, lagOf(answered)]).toEqual([200, null]);
  });

  long('is not used if it lags more than allowed', async () => {
    await service.restart({ REPLICA_MAX_LAG_SECONDS: '1' });
    expect(await untilReplicaIs(/behind/)).toMatch(/^It is \d+ s behind, which is more than REPLICA_MAX_LAG_SECONDS\./);
    expect(attemptsOf(await report())).toBe(3);
  });

  long('is not used if it is another database', async () => {
    await copyAndRestart({ REPLICA_MAX_LAG_SECONDS: '86400' });
    await untilReplicaIs(/^ok$/);
    const other = new pg.Client({ connectionString: databaseUrl(copyName) });
    await other.connect();
    await other.query("update deployment_marks set value = 'another' where name = 'database_id'");
    await other.end();
    await untilReplicaIs(/not a copy of this database/);
    expect(lagOf(await report())).toBeNull();
  });

  long('fails over without an interruption of reads', async () => {
    await copyAndRestart({ REPLICA_MAX_LAG_SECONDS: '86400' });
    await untilReplicaIs(/^ok$/);
    expect(lagOf(await report())).not.toBeNull();
    await asAdmin((client) => client.query(`drop database ${copyName} with (force)`));
    const answered = await report();
    expect([answered.status, attemptsOf(answered), lagOf(answered)]).toEqual([200, 3, null]);
    await untilReplicaIs(/failed|not answer/);
  });

  it('is never used for checks, spending or changes', () => {
    const lagging = registry.filter(({ mayLag }) => mayLag);
    expect(lagging.length).toBeGreaterThan(0);
    for (const { id, method, spends, audience } of lagging) {
      expect([id, method, spends, audience === 'session']).toEqual([id, 'GET', false, false]);
    }
  });
});
