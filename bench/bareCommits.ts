import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { DatabaseKind } from './seededService.ts';

type BareCommits = {
  /**
   * Makes this many synced commits of one row each; on PostgreSQL `together` at a time. Processor time is this
   * process's, per commit.
   */
  commit(count: number, together: number): Promise<{ perSecond: number; cpuMicroseconds: number }>;
  close(): Promise<void>;
};

/** Measures the least that a durable commit costs: one insert, and nothing around it. */
export async function startBareCommits(databaseKind: DatabaseKind, databaseUrl: string): Promise<BareCommits> {
  const {
    insert,
    together: atMost,
    close,
  } = databaseKind === 'sqlite' ? bareSqlite() : await barePostgres(databaseUrl);
  return {
    async commit(count, together) {
      let left = count;
      const began = performance.now();
      const before = process.cpuUsage();
      const next = async (): Promise<void> => {
        while (left > 0) {
          left -= 1;
          await insert(randomUUID());
        }
      };
      await Promise.all(Array.from({ length: Math.min(together, atMost) }, next));
      const { user, system } = process.cpuUsage(before);
      return { perSecond: (count * 1000) / (performance.now() - began), cpuMicroseconds: (user + system) / count };
    },
    close,
  };
}

type BareDatabase = { insert(key: string): Promise<unknown>; together: number; close(): Promise<void> };

function bareSqlite(): BareDatabase {
  const path = join(tmpdir(), `sightline-bench-${process.pid}.sqlite`);
  const database = new DatabaseSync(path);
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE claims (key TEXT PRIMARY KEY) STRICT',
  );
  const insert = database.prepare('INSERT INTO claims (key) VALUES (?)');
  return {
    insert: async (key) => insert.run(key),
    together: 1,
    async close() {
      database.close();
      for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    },
  };
}

async function barePostgres(databaseUrl: string): Promise<BareDatabase> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  await pool.query('CREATE TABLE bench_claims (key TEXT PRIMARY KEY)');
  const text = 'INSERT INTO bench_claims (key) VALUES ($1)';
  return {
    insert: (key) => pool.query({ name: 'claim', text, values: [key] }),
    together: Number.POSITIVE_INFINITY,
    close: () => pool.end(),
  };
}
