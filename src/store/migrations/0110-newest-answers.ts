import { type Kysely, sql } from 'kysely';

/**
 * Indexes of the newest measured and the newest simulated answer of a question. Without them, the list of questions
 * scanned the whole history of each question that has only answers of the other kind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, surface] of [
    ['runs_newest_measured', '<>'],
    ['runs_newest_simulated', '='],
  ]) {
    const kind = `status = 'completed' AND surface ${surface} 'simulator'`;
    await sql.raw(`CREATE INDEX ${name} ON runs (workspace_id, target_id, created_at, id) WHERE ${kind}`).execute(db);
  }
}
