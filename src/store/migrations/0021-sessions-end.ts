import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/**
 * Sessions stood here with their tokens, beside the secret that signs them: whoever had a copy of the database could sign
 * in with it. Both end, also for the copies that were made before, and everybody signs in once more. From here on rows keep
 * the hash of a token, and the secret stands outside.
 */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  await sql.raw('DELETE FROM session').execute(db);
  await sql.raw('DROP TABLE deployment_secrets').execute(db);
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  await sql.raw(`CREATE TABLE deployment_marks (name TEXT PRIMARY KEY, value TEXT NOT NULL)${strict}`).execute(db);
}
