import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { type Taken, takeFromWindow, type Window } from '../domain/slidingWindow.ts';
import { type Db, inTransaction } from './transaction.ts';

/** Counts requests per bucket, exactly, across restarts and (on PostgreSQL) across processes. */
export interface RequestLog {
  /** Decides and records one request. `take: false` only looks, and records no request. */
  take(bucket: string, window: Window, now: number, take?: boolean): Promise<Taken>;
  /** Takes back the newest request of a bucket, as if it had not been made. */
  giveBack(bucket: string): Promise<void>;
  close(): void;
}

export class DataDirectoryInUse extends Error {}

/**
 * The embedded log: a file of its own, written on every request but never synced, since it is worth a minute. It is
 * locked for the life of the process, which also keeps a second server away from the same data directory.
 * @throws DataDirectoryInUse when another server holds it
 */
export function openEmbeddedRequestLog(dataDir: string): RequestLog {
  mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(join(dataDir, 'requests.sqlite'), { timeout: 0 });
  try {
    database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
      CREATE TABLE IF NOT EXISTS request_log (bucket TEXT PRIMARY KEY, stamps TEXT NOT NULL, updated_at INTEGER NOT NULL) STRICT;
      BEGIN IMMEDIATE; COMMIT;`);
  } catch (cause) {
    database.close();
    if (String(cause).includes('locked')) {
      throw new DataDirectoryInUse(`another Sightline server is using ${dataDir}; stop it, or set DATA_DIR`, { cause });
    }
    throw cause;
  }
  const read = database.prepare('SELECT stamps FROM request_log WHERE bucket = ?');
  const write = database.prepare(
    `INSERT INTO request_log (bucket, stamps, updated_at) VALUES (?, ?, ?)
     ON CONFLICT (bucket) DO UPDATE SET stamps = excluded.stamps, updated_at = excluded.updated_at`,
  );
  const rewrite = database.prepare('UPDATE request_log SET stamps = ? WHERE bucket = ?');
  return {
    // Not awaited inside: between the read and the write nothing else of this process can run.
    async take(bucket, window, now, take = true) {
      const saved = read.get(bucket)?.stamps;
      const taken = takeFromWindow(parseStamps(saved), window, now, take);
      if (taken.changed) write.run(bucket, taken.stamps.join(' '), now);
      return taken;
    },
    async giveBack(bucket) {
      rewrite.run(parseStamps(read.get(bucket)?.stamps).slice(0, -1).join(' '), bucket);
    },
    close: () => database.close(),
  };
}

/** The shared log: one row a bucket, locked while it is decided, in an unlogged table without waiting for the disk. */
export function sharedRequestLog(db: Db): RequestLog {
  return {
    take(bucket, window, now, take = true) {
      return inTransaction(db, async (tx) => {
        await sql`set local synchronous_commit = off`.execute(tx);
        await tx
          .insertInto('request_log')
          .values({ bucket, stamps: '', updated_at: now })
          .onConflict((conflict) => conflict.column('bucket').doNothing())
          .execute();
        const row = await tx
          .selectFrom('request_log')
          .select('stamps')
          .where('bucket', '=', bucket)
          .forUpdate()
          .executeTakeFirstOrThrow();
        const taken = takeFromWindow(parseStamps(row.stamps), window, now, take);
        if (taken.changed) {
          await tx
            .updateTable('request_log')
            .set({ stamps: taken.stamps.join(' '), updated_at: now })
            .where('bucket', '=', bucket)
            .execute();
        }
        return taken;
      });
    },
    giveBack(bucket) {
      return inTransaction(db, async (tx) => {
        const row = await tx
          .selectFrom('request_log')
          .select('stamps')
          .where('bucket', '=', bucket)
          .forUpdate()
          .executeTakeFirst();
        const stamps = parseStamps(row?.stamps).slice(0, -1).join(' ');
        await tx.updateTable('request_log').set({ stamps }).where('bucket', '=', bucket).execute();
      });
    },
    close: () => {},
  };
}

function parseStamps(saved: unknown): number[] {
  return typeof saved === 'string' && saved !== '' ? saved.split(' ').map(Number) : [];
}
