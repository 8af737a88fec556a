import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../ports/log.ts';
import type { Runtime } from '../ports/runtime.ts';
import { writeAtomically } from '../providers/capture/writeAtomically.ts';
import { readMark, readOrSetMark, writeMark } from '../store/database/deploymentMarks.ts';
import type { Db } from '../store/database/transaction.ts';
import { raiseFence } from '../store/operator/restoreFences.ts';

/** File in DATA_DIR, separate from the database: the date of the newest work bought by this process. */
const fileName = 'newest-work.json';
const databaseMark = 'database_id';
const workMark = 'newest_work_at';
const writeEveryMs = 2_000;

type FileMark = { databaseId: string; newestWorkAt: string };

/** Database with the folder of its mark. */
export type MarkedDatabase = { db: Db; dataDir: string; runtime: Runtime; log: Log };

/**
 * Raises a fence if this database is older than the work bought with it: its own mark is then older than the one in
 * DATA_DIR. Runs before anything uses the database.
 * @returns whether it was older
 */
export async function fenceOlderState({ db, dataDir, runtime, log }: MarkedDatabase): Promise<boolean> {
  const noted = readFileMark(dataDir);
  if (noted === null || noted.databaseId !== (await readDatabaseId(db, runtime))) return false;
  const own = await readMark(db, workMark);
  if (own !== null && own >= noted.newestWorkAt) return false;
  const fencedAt = new Date(runtime.now()).toISOString();
  // A database without a mark is older than the first work ever recorded.
  const since = own ?? new Date(0).toISOString();
  await raiseFence(db, { id: runtime.newId('fence'), since, fencedAt, cause: 'older_than_noted' });
  await writeMark(db, workMark, noted.newestWorkAt);
  log.error(
    { since, newestWorkAt: noted.newestWorkAt },
    'this database is older than its latest purchases, so purchases are refused; run `sightline reconcile-restore`',
  );
  return true;
}

/** Adopts the mark in DATA_DIR, for a database that is already fenced. */
export async function adoptFileMark(db: Db, dataDir: string, runtime: Runtime): Promise<void> {
  const noted = readFileMark(dataDir);
  if (noted !== null && noted.databaseId === (await readDatabaseId(db, runtime))) {
    await writeMark(db, workMark, noted.newestWorkAt);
  }
}

export function readDatabaseId(db: Db, runtime: Runtime): Promise<string> {
  return readOrSetMark(db, databaseMark, runtime.newId('db'));
}

/**
 * Saves the date of the newest work while this process buys: first in the database, then in DATA_DIR, so that the file
 * is never ahead of its database.
 * @param paidCalls returns how many calls that can cost money this process has made
 */
export function keepWorkMark(marked: MarkedDatabase, paidCalls: () => number): { stop(): Promise<void> } {
  let code = paidCalls();
  let newest = 0;
  let turn: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const calls = paidCalls();
    if (calls === code) return;
    const { db, dataDir, runtime, log } = marked;
    try {
      // A clock that stepped back does not make the work older.
      newest = Math.max(runtime.now(), newest + 1);
      const newestWorkAt = new Date(newest).toISOString();
      await writeMark(db, workMark, newestWorkAt);
      const mark: FileMark = { databaseId: await readDatabaseId(db, runtime), newestWorkAt };
      await writeAtomically(dataDir, fileName, `${JSON.stringify(mark)}\n`);
      code = calls;
    } catch (cause) {
      log.warn({ cause: String(cause) }, 'could not record the time of the latest purchase; will retry');
    }
  }
  const next = (): void => {
    turn = turn.then(write);
  };
  const timer = setInterval(next, writeEveryMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      next();
      await turn;
    },
  };
}

function readFileMark(dataDir: string): FileMark | null {
  try {
    const mark = JSON.parse(readFileSync(join(dataDir, fileName), 'utf8')) as Partial<FileMark>;
    if (typeof mark.databaseId !== 'string' || typeof mark.newestWorkAt !== 'string') return null;
    return { databaseId: mark.databaseId, newestWorkAt: mark.newestWorkAt };
  } catch {
    // Never written, or damaged, so it proves nothing.
    return null;
  }
}
