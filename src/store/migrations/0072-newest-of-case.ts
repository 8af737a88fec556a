import { type Kysely, sql } from 'kysely';

/** Indexes to find the newest answer of a question, and of an engine, without reading older ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('CREATE INDEX runs_of_case ON runs (workspace_id, target_id, created_at, id)').execute(db);
  await sql
    .raw("CREATE INDEX runs_answered ON runs (workspace_id, engine, observed_at) WHERE status = 'completed'")
    .execute(db);
}
