import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Owners' settings for the members of a workspace, and one-time links for resetting a forgotten password. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  const table = (name: string, columns: string): Promise<unknown> =>
    sql.raw(`CREATE TABLE ${name} (${columns})${strict}`).execute(db);
  await table(
    'workspace_settings',
    `workspace_id TEXT PRIMARY KEY REFERENCES organization(id) ON DELETE CASCADE,
     members_manage INTEGER NOT NULL CHECK (members_manage IN (0, 1))`,
  );
  await table(
    'password_resets',
    `account_id TEXT PRIMARY KEY REFERENCES "user"(id) ON DELETE CASCADE, secret_hash TEXT NOT NULL UNIQUE,
     created_at TEXT NOT NULL, expires_at TEXT NOT NULL`,
  );
}
