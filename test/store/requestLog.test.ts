import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { systemRuntime } from '../../src/app/systemRuntime.ts';
import { hashSecret } from '../../src/services/access/apiKeySecret.ts';
import { revokeApiKey } from '../../src/store/access/apiKeys.ts';
import { type OpenDatabase, openDatabase } from '../../src/store/database/open.ts';
import { migrateToLatest } from '../../src/store/migrate.ts';
import { DataDirectoryInUse, openEmbeddedRequestLog } from '../../src/store/requests/embeddedLog.ts';
import { bucketOfKey, type RequestLog } from '../../src/store/requests/log.ts';
import { sharedRequestLog } from '../../src/store/requests/sharedLog.ts';
import { createTestDatabase, onEachDatabase, type TestDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { newFolder } from '../support/newFolder.ts';
import { addKey, addWorkspace } from '../support/records.ts';

onEachDatabase('the request log', (engine) => {
  let database: TestDatabase;
  let opened: OpenDatabase | null = null;
  let log: RequestLog;
  const start = Date.parse('2026-04-01T00:00:00.000Z');
  const window = { limit: 20, windowMs: 60_000 };

  async function open(): Promise<RequestLog> {
    if (engine === 'sqlite') return openEmbeddedRequestLog(database.dataDir);
    opened = await openDatabase({ databaseKind: engine, url: database.env.DATABASE_URL ?? '' });
    await migrateToLatest(opened.db, engine);
    return sharedRequestLog(opened.db);
  }
  async function close(): Promise<void> {
    log.close();
    await opened?.close();
  }

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    log = await open();
  });
  afterEach(async () => {
    await close();
    await database.drop();
  });

  it('admits exactly the limit of many concurrent requests', async () => {
    const taken = await Promise.all(Array.from({ length: 75 }, () => log.take('a', window, start)));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(20);
    expect(taken.map(({ remaining }) => remaining).slice(0, 21)).toEqual(
      Array.from({ length: 21 }, (_, at) => Math.max(0, 19 - at)),
    );
  });

  it('remembers admitted requests across a restart', async () => {
    for (let at = 0; at < 15; at += 1) await log.take('a', window, start + at);
    await close();
    log = await open();
    const taken = await Promise.all(Array.from({ length: 10 }, () => log.take('a', window, start + 100)));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(5);
    expect(taken[9]?.resetSeconds).toBe(60);
  });

  it('remembers a step back of the clock across a restart', async () => {
    await log.take('a', window, start - 5);
    await Promise.all([start, start + 30_000, start - 10].map((now) => log.take('a', window, now)));
    await close();
    log = await open();
    const { remaining, resetSeconds } = await log.take('a', window, start - 10, false);
    expect([remaining, resetSeconds]).toEqual([16, 60]);
    expect((await log.take('a', window, start - 10 + 60_000, false)).remaining).toBe(20);
  });

  // One process locks the embedded log.
  if (engine === 'postgres') {
    it('admits exactly the limit over two processes that take turns', async () => {
      const other = await open();
      const taken = [];
      for (let at = 0; at < 30; at += 1) taken.push(await (at % 2 === 0 ? log : other).take('a', window, start + at));
      expect(taken.map(({ allowed }) => allowed)).toEqual(taken.map((_, at) => at < 20));
      expect(taken.slice(0, 20).map(({ remaining }) => remaining)).toEqual(taken.slice(0, 20).map((_, at) => 19 - at));
      const crowd = Array.from({ length: 80 }, (_, at) => (at % 2 === 0 ? log : other).take('b', window, start));
      expect((await Promise.all(crowd)).filter(({ allowed }) => allowed)).toHaveLength(20);
    });

    it('sees immediately what another process refunded, or moved to an earlier time', async () => {
      const other = await open();
      for (let at = 0; at < 20; at += 1) await log.take('a', window, start + at);
      expect((await other.take('a', window, start + 30)).allowed).toBe(false);
      await other.refund('a');
      expect((await log.take('a', window, start + 31)).allowed).toBe(true);
      expect((await other.take('a', window, start + 32)).allowed).toBe(false);
      await other.take('a', window, start - 50_000, false);
      expect((await log.take('a', window, start + 10_000, false)).remaining).toBe(20);
    });
  }

  // If keys and requests share a database, one statement reads both.
  if (engine === 'postgres') {
    const at = new Date(start).toISOString();
    const nobody = { taken: null, id: null };

    async function makeKeys() {
      if (opened === null) throw new Error('no database is open');
      const api = { db: opened.db, databaseKind: engine, runtime: systemRuntime };
      const housed = { api } as unknown as Parameters<typeof addKey>[0];
      const place = await addWorkspace(housed, 'other owner');
      const make = async (state: 'valid' | 'expired') => {
        const { id, secret } = await addKey(housed, place, ['read'], state);
        return { id, hash: hashSecret(secret) };
      };
      return { ...(await make('valid')), expired: await make('expired'), place, db: opened.db };
    }
    const ask = async (from: RequestLog, hash: string) => {
      const admitted = (await from.takeOfKey?.(hash, window, start, start)) ?? null;
      return admitted === null ? nobody : { taken: admitted.taken.allowed, id: admitted.key.principal.keyId };
    };

    it('admits exactly the limit of a key over two processes, and names its holder', async () => {
      const { id, hash, expired } = await makeKeys();
      const other = sharedRequestLog(opened?.db as OpenDatabase['db']);
      const asked = await Promise.all(Array.from({ length: 70 }, (_, turn) => ask(turn % 2 === 0 ? log : other, hash)));
      expect(asked.filter(({ taken }) => taken === true)).toHaveLength(20);
      expect(new Set(asked.map((one) => one.id))).toEqual(new Set([id]));
      expect(await ask(log, expired.hash)).toEqual(nobody);
      expect(await ask(log, 'a hash of no key')).toEqual(nobody);
    });

    it('refuses a revoked key from the next request on, and counts nothing for it', async () => {
      const { id, hash, place, db } = await makeKeys();
      const other = sharedRequestLog(db);
      for (const from of [log, other, log]) expect(await ask(from, hash)).toEqual({ taken: true, id });
      await revokeApiKey(db, place.workspaceId, id, at);
      for (const from of [log, other, log]) expect(await ask(from, hash)).toEqual(nobody);
      expect((await log.take(bucketOfKey(id), window, start, false)).remaining).toBe(17);
    });

    /** Leaves the rest of a lease until the next request after it. */
    const byClock = () => undefined;

    /** Sends three requests of a key every 10 ms from each process. Returns how many were admitted in each second. */
    async function sendBusily(logs: readonly RequestLog[], hash: string, limit: number, steps: number, from = start) {
      let admitted = 0;
      for (let step = 0; step < steps; step += 1) {
        const now = from + step * 10;
        const sent = logs.flatMap((log) =>
          Array.from({ length: 3 }, () => log.takeOfKey?.(hash, { limit, windowMs: 60_000 }, now, start)),
        );
        admitted += (await Promise.all(sent)).filter((one) => one?.taken.allowed).length;
      }
      return admitted;
    }

    long('admits exactly the limit of a busy key over two processes that count in advance', async () => {
      const { id, hash, db } = await makeKeys();
      const [one, other] = [sharedRequestLog(db, byClock), sharedRequestLog(db, byClock)];
      expect(await sendBusily([one, other], hash, 900, 400)).toBe(900);
      const window = { limit: 900, windowMs: 60_000 };
      // The next request passes 60 seconds after the first, and not earlier.
      expect((await log.take(bucketOfKey(id), window, start + 59_999, false)).allowed).toBe(false);
    });

    long('never exceeds the limit after a process is killed, and admits at most a lease less', async () => {
      const { hash, db } = await makeKeys();
      const killed = sharedRequestLog(db, byClock);
      const before = await sendBusily([killed], hash, 900, 80);
      const after = await sendBusily([sharedRequestLog(db, byClock)], hash, 900, 400, start + 800);
      expect(before + after).toBeLessThanOrEqual(900);
      expect(before + after).toBeGreaterThanOrEqual(900 - 900 / 8);
    });

    it('writes far less often than a busy key sends requests, and refuses it immediately once revoked', async () => {
      const { id, hash, place, db } = await makeKeys();
      const limit = 1_000_000;
      const busy = sharedRequestLog(db, byClock);
      expect(await sendBusily([busy], hash, limit, 100)).toBe(300);
      const { count } = await db
        .selectFrom('request_times')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('bucket', '=', bucketOfKey(id))
        .executeTakeFirstOrThrow();
      expect(count).toBeLessThan(60);
      await revokeApiKey(db, place.workspaceId, id, at);
      expect(await sendBusily([busy], hash, limit, 3, start + 1_000)).toBe(0);
    });

    it('continues to count a key after the clock has stepped back', async () => {
      const { id, hash } = await makeKeys();
      await log.takeOfKey?.(hash, window, start + 30_000, start);
      expect(await ask(log, hash)).toEqual({ taken: true, id });
      expect((await log.take(bucketOfKey(id), window, start, false)).remaining).toBe(18);
    });
  }

  it('counts nothing for a check', async () => {
    await log.take('a', window, start, false);
    expect((await log.take('a', window, start)).remaining).toBe(19);
  });

  long('counts each bucket separately', async () => {
    await log.take('a', window, start);
    expect((await log.take('b', window, start)).remaining).toBe(19);
  });

  it('removes requests that have left the window, also of unused buckets', async () => {
    await log.take('idle', window, start);
    for (let minute = 1; minute < 4; minute += 1) await log.take('a', window, start + minute * 61_000);
    await close();
    log = await open();
    expect((await log.take('idle', window, start + 1, false)).remaining).toBe(20);
  });
});

it('keeps a second server away from the data directory', () => {
  const dataDir = newFolder();
  const log = openEmbeddedRequestLog(dataDir);
  onTestFinished(() => log.close());
  expect(() => openEmbeddedRequestLog(dataDir)).toThrow(DataDirectoryInUse);
});
