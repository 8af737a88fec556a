import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compiledOnce } from '../../src/store/database/compiledOnce.ts';
import { openSqliteFile, sqliteDialect } from '../../src/store/database/sqliteDialect.ts';
import { type Db, inTransaction, type Queryable } from '../../src/store/database/transaction.ts';
import type { Tables } from '../../src/store/schema.ts';
import { newFolder } from '../support/newFolder.ts';
import { turnsOf } from '../support/turns.ts';

let folder: string;
let db: Db;

beforeEach(() => {
  folder = newFolder();
  db = new Kysely<Tables>({ dialect: sqliteDialect(openSqliteFile(join(folder, 'turns.sqlite'))) });
});

afterEach(async () => {
  await db.destroy();
});

/** A query of some milliseconds, during which others must wait. */
const count = (on: Queryable) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000) select count(*) from n`.execute(
    on,
  );
const often = compiledOnce((on, wanted: number) =>
  on.selectFrom(sql<{ one: number }>`(select ${wanted} as one)`.as('given')).select('one'),
);

describe('a request that reads much from the embedded database', () => {
  it.each([
    ['queries', (on: Queryable) => count(on)],
    ['queries that are compiled once', async (on: Queryable) => [await often(on, 1), await count(on)]],
  ])('lets others run between its %s', async (_what, read) => {
    await read(db);
    const { longestMs, totalMs } = await turnsOf(async () => {
      for (let at = 0; at < 200; at += 1) await read(db);
    });
    expect(longestMs).toBeLessThan(totalMs / 4);
  });

  it('keeps its transaction in one turn, so that it does not delay others', async () => {
    let turns = 0;
    const turn = (): void => {
      turns += 1;
    };
    await inTransaction(db, async (tx) => {
      setImmediate(turn);
      for (let at = 0; at < 40; at += 1) await count(tx);
      expect(turns).toBe(0);
    });
  });
});
