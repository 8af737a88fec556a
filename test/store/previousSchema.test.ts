import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/database/open.ts';
import { migrateToLatest } from '../../src/store/migrate.ts';
import { databaseForTest, onPostgres } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { previousSchema } from '../support/previousRelease.ts';
import { breaksOf, type Schema, schemaOf } from '../support/schema.ts';

/** Reviewed one by one: each requires less than the rule that it replaces. */
const harmless = ["plans is unique by btree (workspace_id, created_by) WHERE (kind = 'asks'::text) now"];

onPostgres('the migrations since the previous release', () => {
  long('only add to its schema, so that it keeps working during an upgrade', async () => {
    const database = await databaseForTest('postgres');
    const opened = await openDatabase({
      databaseKind: 'postgres',
      url: database.env.DATABASE_URL ?? '',
      poolSize: 1,
    });
    await migrateToLatest(opened.db, 'postgres');
    await opened.close();
    const now = await schemaOf(database.env.DATABASE_URL ?? '');
    expect(Object.keys(previousSchema.tables).length).toBeGreaterThan(30);
    expect(breaksOf(previousSchema, now)).toEqual(harmless);
  });
});

describe('changes that would break the previous release', () => {
  const text = { type: 'text', isOptional: false };
  const before: Schema = { tables: { runs: { id: text, note: { ...text, isOptional: true } } }, unique: {} };
  const after = (columns: Schema['tables'][string], unique: Schema['unique'] = {}) =>
    breaksOf(before, { tables: { runs: columns, others: { id: text } }, unique });

  it.each([
    ['a column that went', after({ id: text }), ['runs.note is gone']],
    [
      'another type',
      after({ id: { ...text, type: 'bigint' }, note: before.tables.runs?.note ?? text }),
      ['runs.id is bigint and was text'],
    ],
    ['what must be given now', after({ id: text, note: text }), ['runs.note must be given now']],
    [
      'a new column without a value of its own',
      after({ ...before.tables.runs, extra: text }),
      ['runs.extra is new and must be given'],
    ],
    [
      'a new rule',
      after({ ...before.tables.runs }, { runs: ['btree (note)'] }),
      ['runs is unique by btree (note) now'],
    ],
    ['a table that went', breaksOf(before, { tables: {}, unique: {} }), ['runs is gone']],
    [
      'nothing: new tables, and columns that may be left out',
      after({ ...before.tables.runs, extra: { type: 'text', isOptional: true } }),
      [],
    ],
  ])('%s', (_what, breaks, told) => {
    expect(breaks).toEqual(told);
  });
});
