import { type Kysely, sql } from 'kysely';

/**
 * What each answer says about its website, as short text beside the answer, and an index that finds the attempts of any
 * stretch of time: a history over months reads these two and no answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const make = async (text: string) => {
    await sql.raw(text).execute(db);
  };
  await make(
    `CREATE TABLE answer_marks (run_id TEXT PRIMARY KEY REFERENCES runs(id), workspace_id TEXT NOT NULL,
      website_id TEXT NOT NULL, marked_by TEXT NOT NULL, reader TEXT NOT NULL, marks TEXT NOT NULL)`,
  );
  await make('CREATE INDEX answer_marks_by ON answer_marks (workspace_id, website_id, marked_by)');
  // Raised when answers that were counted already are read anew.
  await make('CREATE TABLE reading_epochs (workspace_id TEXT PRIMARY KEY, epoch INTEGER NOT NULL)');
  await make(
    `CREATE INDEX runs_history ON runs (workspace_id, website_id, surface, engine, created_at, id, status, target_id, updated_at)
      WHERE kind = 'keyword' AND search_mode = 'open-web'`,
  );
}
