import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { startServiceForTest, type TestService } from '../support/service.ts';

/** Holds the lock that every claim needs, from another process, until the returned function is called. */
async function lockClaims(service: TestService): Promise<() => Promise<void>> {
  const { databaseKind: engine, dataDir, env } = service.database;
  if (engine === 'sqlite') {
    const other = new DatabaseSync(join(dataDir, 'sightline.sqlite'), { timeout: 2_000 });
    other.exec('BEGIN IMMEDIATE');
    return async () => {
      other.exec('ROLLBACK');
      other.close();
    };
  }
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await client.query('begin; lock table idempotency_keys in access exclusive mode');
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

onEachDatabase('a database locked by another process', (engine) => {
  it('makes an ensure return 503 after a timeout, with nothing bought, and accepts the same key afterwards', async () => {
    // Few polls, because on the embedded database each would wait for the lock in turn.
    const service = await startServiceForTest(engine, { env: { POLL_INTERVAL_MS: '600000' } });
    const key = await service.makeKey();
    const { id } = await service.makeCase();
    const release = await lockClaims(service);
    const refused = await service.ensure(key, id, 'while-it-is-locked').finally(release);
    expect([refused.status, refused.body.error.code, refused.body.error.retry]).toEqual([
      503,
      'temporarily_unavailable',
      'same_key',
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(service.simulator.ledger).toEqual([]);
    const taken = await service.ensure(key, id, 'while-it-is-locked');
    expect([taken.status, taken.body.disposition, taken.headers.get('idempotency-replayed')]).toEqual([
      202,
      'started',
      null,
    ]);
    expect(service.sent()).toBe(1);
  });
});
