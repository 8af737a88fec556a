import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { walCommits } from '../../bench/walCommits.ts';
import { openSqliteFile, sqliteDialect } from '../../src/store/database/sqliteDialect.ts';
import { type Db, inTransaction, type Queryable } from '../../src/store/database/transaction.ts';
import type { Tables } from '../../src/store/schema.ts';
import { long } from '../support/long.ts';
import { newFolder } from '../support/newFolder.ts';

let folder: string;
let path: string;
let file: DatabaseSync;
let db: Db;
/** Connection that sees only committed data on the disk. */
let outside: DatabaseSync;

beforeEach(() => {
  folder = newFolder();
  path = join(folder, 'group.sqlite');
  file = openSqliteFile(path);
  // The commit itself checks the reference, and then fails.
  file.exec(`CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE note (id TEXT PRIMARY KEY, parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED) STRICT`);
  db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
  outside = new DatabaseSync(path);
});

afterEach(async () => {
  outside.close();
  await db.destroy();
});

const write = (on: Queryable, id: string, parent: number | null = null) =>
  sql`insert into note (id, parent) values (${id}, ${parent})`.execute(on);
const onDisk = (): string[] =>
  outside
    .prepare('SELECT id FROM note ORDER BY id')
    .all()
    .map((row) => String(row.id));
const seenBy = async (on: Queryable): Promise<string[]> =>
  (await sql<{ id: string }>`select id from note order by id`.execute(on)).rows.map(({ id }) => id);

describe('transactions of one turn', () => {
  it('share one commit, and none resolves before it', async () => {
    const before = walCommits(path).commits;
    const told: boolean[] = [];
    await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (id) => {
        await inTransaction(db, (tx) => write(tx, id));
        told.push(onDisk().includes(id));
      }),
    );
    expect([told, walCommits(path).commits - before]).toEqual([[true, true, true, true], 1]);
  });

  it('wait for another connection of their own process, without blocking it', async () => {
    const other: Db = new Kysely<Tables>({ dialect: sqliteDialect(openSqliteFile(path)) });
    await Promise.all([
      inTransaction(db, (tx) => write(tx, 'a')),
      inTransaction(other, (tx) => write(tx, 'b')),
      write(other, 'c'),
    ]);
    await other.destroy();
    expect(onDisk()).toEqual(['a', 'b', 'c']);
  });

  it('do not affect the others if one of them fails', async () => {
    const ended = await Promise.allSettled([
      inTransaction(db, (tx) => write(tx, 'first')),
      inTransaction(db, async (tx) => {
        await write(tx, 'undone');
        throw new Error('changed its mind');
      }),
      inTransaction(db, async (tx) => {
        await write(tx, 'undone too');
        await write(tx, 'first');
      }),
      write(db, 'alone'),
      write(db, 'first'),
      inTransaction(db, (tx) => write(tx, 'last')),
    ]);
    expect(ended.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(onDisk()).toEqual(['alone', 'first', 'last']);
  });

  it('all fail if their commit fails, and the next ones do not', async () => {
    const ended = await Promise.allSettled([
      inTransaction(db, (tx) => write(tx, 'first')),
      write(db, 'of nobody', 404),
      inTransaction(db, (tx) => write(tx, 'last')),
    ]);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(String((ended[0] as PromiseRejectedResult).reason)).toMatch(/FOREIGN KEY/);
    expect(onDisk()).toEqual([]);
    await inTransaction(db, (tx) => write(tx, 'next'));
    expect(onDisk()).toEqual(['next']);
  });

  it('show an outside reader nothing that their commit rolls back', async () => {
    const failing = Promise.allSettled([write(db, 'of nobody', 404), inTransaction(db, (tx) => write(tx, 'first'))]);
    const seen = await seenBy(db);
    expect([seen, (await failing).map(({ status }) => status)]).toEqual([[], ['rejected', 'rejected']]);
    const saving = write(db, 'saved');
    expect([await seenBy(db), onDisk()]).toEqual([['saved'], ['saved']]);
    await saving;
  });

  it('all fail if SQLite rolls back uncommitted work, and none of their statements survives', async () => {
    const ended = await Promise.allSettled([
      inTransaction(db, (tx) => write(tx, 'first')),
      inTransaction(db, async (tx) => {
        await write(tx, 'second');
        // SQLite does this itself if the disk is full.
        file.exec('rollback');
        await write(tx, 'outside of any transaction');
      }),
    ]);
    expect([ended.map(({ status }) => status), onDisk()]).toEqual([['rejected', 'rejected'], []]);
    await write(db, 'next');
    expect(onDisk()).toEqual(['next']);
  });

  it('keep their order: each sees what earlier ones have written', async () => {
    const first = inTransaction(db, (tx) => write(tx, 'first'));
    const seen = inTransaction(db, seenBy);
    expect(await seen).toEqual(['first']);
    await first;
  });

  long('are on the disk if they resolve, and are not if they fail, whatever the cause', async () => {
    const kinds = ['saves', 'throws', 'repeats', 'of nobody', 'alone', 'reads', 'waits'] as const;
    let number = 0;
    const run = async (kind: (typeof kinds)[number]): Promise<void> => {
      number += 1;
      const id = `note ${number}`;
      if (kind === 'reads') {
        const seen = await seenBy(db);
        expect(onDisk()).toEqual(expect.arrayContaining(seen));
        return;
      }
      const work = (): Promise<unknown> =>
        kind === 'alone'
          ? write(db, id)
          : inTransaction(db, async (tx) => {
              await write(tx, id, kind === 'of nobody' ? 404 : null);
              if (kind === 'throws') throw new Error('changed its mind');
              if (kind === 'repeats') await write(tx, id);
              if (kind === 'waits') await new Promise((resolve) => setImmediate(resolve));
            });
      const saved = await work().then(
        () => true,
        () => false,
      );
      expect([kind, onDisk().includes(id)]).toEqual([kind, saved]);
      if (kind === 'throws' || kind === 'repeats' || kind === 'of nobody') expect([kind, saved]).toEqual([kind, false]);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.constantFrom(...kinds), { maxLength: 8 }), { maxLength: 4 }),
        async (turns) => {
          const all: Promise<void>[] = [];
          for (const turn of turns) {
            all.push(...turn.map(run));
            await new Promise((resolve) => setImmediate(resolve));
          }
          await Promise.all(all);
        },
      ),
      { numRuns: 100 },
    );
  });
});
