import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';
import { lockAnswers } from './lockAnswers.ts';

/** Columns for the packed forms of an answer's long texts. No row is rewritten: plain texts stay readable. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  await lockAnswers(db, engine);
  const bytes = engine === 'sqlite' ? 'BLOB' : 'BYTEA';
  for (const [table, column] of [
    ['raw_answers', 'packed_raw'],
    ['run_results', 'packed_result'],
    ['run_results', 'packed_facts'],
    ['run_results', 'packed_searches'],
  ]) {
    await sql.raw(`ALTER TABLE ${table} ADD COLUMN ${column} ${bytes}`).execute(db);
  }
  await sql.raw('ALTER TABLE run_results ADD COLUMN source_hosts TEXT').execute(db);
}
