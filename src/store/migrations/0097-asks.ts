import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/**
 * Manual requests as rounds of a plan; each person has one such plan in a workspace. A round may have its own spending
 * limit, and keeps the fingerprint of its request. A revision may permit a lookup.
 */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const micro = engine === 'sqlite' ? 'INTEGER' : 'BIGINT';
  const make = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  await make('DROP INDEX plans_asks');
  await make("CREATE UNIQUE INDEX plans_asks ON plans (workspace_id, created_by) WHERE kind = 'asks'");
  await make('ALTER TABLE plan_revisions ADD COLUMN use_seo_tools INTEGER NOT NULL DEFAULT 0');
  await make(`ALTER TABLE plan_rounds ADD COLUMN max_micro ${micro}`);
  await make('ALTER TABLE plan_rounds ADD COLUMN fingerprint TEXT');
}
