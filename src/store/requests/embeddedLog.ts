import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  addTo,
  countInTally,
  emptyTally,
  type RateLimit,
  type RequestTally,
  removeFromTally,
} from '../../domain/access/slidingWindow.ts';
import { createOwnFile } from '../database/sqliteDialect.ts';
import type { RequestLog } from './log.ts';

export class DataDirectoryInUse extends Error {}

/** Known state of one bucket, and the part of it that is not yet in the file. */
type Bucket = {
  tally: RequestTally;
  windowMs: number;
  /** Requests accepted since the last write, by time. */
  unsaved: Map<number, number>;
  /** The clock stepped back: the file still has entries later than this, which the tally has moved here. */
  movedTo: number | null;
};

const sweepEveryMs = 60_000;

/**
 * Opens the embedded log: a separate file, written on every request but never synced, because a crash loses at most a
 * minute of counts. The process locks it for life, which also keeps a second server away from the data directory, so
 * data is read only once. Concurrent requests are written together, and admitted after that. @throws DataDirectoryInUse
 * if another server holds it
 */
export function openEmbeddedRequestLog(dataDir: string, onSetAside: OnSetAside = () => {}): RequestLog {
  const database = openFile(dataDir, onSetAside);
  const read = database.prepare('SELECT at, count FROM accepted WHERE bucket = ? ORDER BY at');
  const add = database.prepare(
    `INSERT INTO accepted (bucket, at, count, ends_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (bucket, at) DO UPDATE SET count = count + excluded.count`,
  );
  const replace = database.prepare('DELETE FROM accepted WHERE bucket = ? AND at >= ?');
  const begin = database.prepare('BEGIN');
  const commit = database.prepare('COMMIT');
  const sweep = database.prepare('DELETE FROM accepted WHERE ends_at <= ?');
  const buckets = new Map<string, Bucket>();
  const dirty = new Map<string, Bucket>();
  let writing: Promise<void> | null = null;
  let flaw: string | null = null;
  let sweptAt = Number.NEGATIVE_INFINITY;
  let latest = 0;

  function deriveBucket(name: string, window: RateLimit): Bucket {
    const bucket = buckets.get(name);
    if (bucket !== undefined) return bucket;
    const tally = emptyTally();
    try {
      for (const row of read.all(name)) addTo(tally, Number(row.at), Number(row.count));
    } catch (cause) {
      flaw = String(cause);
    }
    const created: Bucket = { tally, windowMs: window.windowMs, unsaved: new Map(), movedTo: null };
    buckets.set(name, created);
    return created;
  }

  function write(): void {
    writing = null;
    if (dirty.size === 0) return;
    const batch = [...dirty];
    dirty.clear();
    try {
      begin.run();
      for (const [name, bucket] of batch) writeBucket(name, bucket);
      if (latest - sweptAt >= sweepEveryMs || latest < sweptAt) forgetOld(latest);
      commit.run();
      flaw = null;
    } catch (cause) {
      if (database.isTransaction) database.exec('ROLLBACK');
      // A full disk must not refuse reads. This is the only process: its memory has every count, and the file is
      // rewritten as soon as possible.
      for (const [name, bucket] of batch) {
        bucket.movedTo = 0;
        dirty.set(name, bucket);
      }
      flaw = String(cause);
    }
  }

  function writeBucket(name: string, bucket: Bucket): void {
    const { movedTo, tally } = bucket;
    if (movedTo === null) {
      for (const [at, count] of bucket.unsaved) add.run(name, at, count, at + bucket.windowMs);
    } else {
      replace.run(name, movedTo);
      for (let index = tally.head; index < tally.times.length; index += 1) {
        const at = tally.times[index] ?? 0;
        if (at >= movedTo) add.run(name, at, tally.counts[index] ?? 0, at + bucket.windowMs);
      }
    }
    bucket.unsaved.clear();
    bucket.movedTo = null;
  }

  /** Removes unused buckets, which would otherwise stay in the file and in memory. */
  function forgetOld(now: number): void {
    sweptAt = now;
    sweep.run(now);
    for (const [name, { tally, windowMs }] of buckets) {
      if ((tally.times.at(-1) ?? 0) + windowMs <= now) buckets.delete(name);
    }
  }

  function soon(): Promise<void> {
    writing ??= new Promise((resolve, reject) => {
      queueMicrotask(() => {
        try {
          resolve(write());
        } catch (cause) {
          reject(cause);
        }
      });
    });
    return writing;
  }

  return {
    async take(name, window, now, take = true) {
      const bucket = deriveBucket(name, window);
      const inTally = countInTally(bucket.tally, window, now, take);
      if (!inTally.changed) return inTally;
      latest = now;
      // The next write then replaces everything from the earliest entry that the file may lack.
      if (inTally.movedBack) bucket.movedTo = Math.min(now, bucket.movedTo ?? now, ...bucket.unsaved.keys());
      if (inTally.allowed && take) bucket.unsaved.set(now, (bucket.unsaved.get(now) ?? 0) + 1);
      dirty.set(name, bucket);
      await soon();
      return inTally;
    },
    async refund(name) {
      // A bucket that is not in memory has no recent requests, because no other process can hold the file.
      const bucket = buckets.get(name);
      const at = bucket === undefined ? null : removeFromTally(bucket.tally);
      if (bucket === undefined || at === null) return;
      bucket.movedTo = Math.min(at, bucket.movedTo ?? at, ...bucket.unsaved.keys());
      dirty.set(name, bucket);
      await soon();
    },
    flaw: () => flaw,
    close() {
      write();
      database.close();
    },
  };
}

/** Callback for an unreadable log, with its new location and the cause. */
type OnSetAside = (file: string, cause: string) => void;

/** Opens the file. A damaged one is set aside and a new one begun: the loss is at most a minute of counts. */
function openFile(dataDir: string, onSetAside: OnSetAside): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'requests.sqlite');
  try {
    return openAt(path, dataDir);
  } catch (cause) {
    if (!/not a database|malformed|corrupt|unsupported file format/i.test(String(cause))) throw cause;
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    renameSync(path, `${path}.damaged`);
    onSetAside(`${path}.damaged`, String(cause));
    return openAt(path, dataDir);
  }
}

function openAt(path: string, dataDir: string): DatabaseSync {
  createOwnFile(path);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
      DROP TABLE IF EXISTS request_log;
      CREATE TABLE IF NOT EXISTS accepted (bucket TEXT NOT NULL, at INTEGER NOT NULL, count INTEGER NOT NULL,
        ends_at INTEGER NOT NULL, PRIMARY KEY (bucket, at)) STRICT, WITHOUT ROWID;
      BEGIN IMMEDIATE; COMMIT;`);
    const [checked] = database.prepare('PRAGMA quick_check(1)').all();
    if (checked?.quick_check !== 'ok') throw new Error(`malformed: ${checked?.quick_check}`);
  } catch (cause) {
    database.close();
    if (String(cause).includes('locked')) {
      throw new DataDirectoryInUse(`another Sightline server is using ${dataDir}; stop it, or set DATA_DIR`, { cause });
    }
    throw cause;
  }
  return database;
}
