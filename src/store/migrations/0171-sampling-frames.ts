import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Frames of real queries and the samples drawn from them. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  await sql
    .raw(
      `CREATE TABLE sampling_frames (id TEXT NOT NULL PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES organization(id),
       website_id TEXT NOT NULL REFERENCES websites(id), digest TEXT NOT NULL, size INTEGER NOT NULL,
       strata TEXT NOT NULL, created_at TEXT NOT NULL)${strict}`,
    )
    .execute(db);
  await sql
    .raw('CREATE INDEX sampling_frames_newest ON sampling_frames (workspace_id, website_id, created_at)')
    .execute(db);
}
