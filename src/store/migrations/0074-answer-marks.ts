import { type Kysely, sql } from 'kysely';

/**
 * Marks: what each answer says about its website, as short text; and an index of attempts by time. A history over
 * months reads these two, but no answers.
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
  // Incremented when counted answers are read again.
  await make('CREATE TABLE reading_epochs (workspace_id TEXT PRIMARY KEY, epoch INTEGER NOT NULL)');
  await make(
    `CREATE INDEX runs_history ON runs (workspace_id, website_id, surface, engine, created_at, id, status, target_id, updated_at)
      WHERE kind = 'keyword' AND search_mode = 'open-web'`,
  );
}
