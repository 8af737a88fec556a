import { type Kysely, sql } from 'kysely';

/**
 * The newest answer of a question that was measured, and the newest that was simulated. Without them the list of questions
 * walked over the whole history of each question that has answers of the other kind only.
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
