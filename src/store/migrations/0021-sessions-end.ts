import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/**
 * Ends all sessions and replaces the signing secret. The database contained tokens and that secret, so a copy of it was
 * enough to sign in. Everyone signs in once more; from now on, rows contain hashes of tokens, and the secret is stored
 * outside the database.
 */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  await sql.raw('DELETE FROM session').execute(db);
  await sql.raw('DROP TABLE deployment_secrets').execute(db);
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  await sql.raw(`CREATE TABLE deployment_marks (name TEXT PRIMARY KEY, value TEXT NOT NULL)${strict}`).execute(db);
}
