import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Owners' settings of questions: their tags, and whether they are branded if the rule is wrong. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const strict = engine === 'sqlite' ? ' STRICT' : '';
  const make = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  await make(
    `CREATE TABLE question_tags (workspace_id TEXT NOT NULL REFERENCES organization(id), question_id TEXT NOT NULL,
      form TEXT NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (workspace_id, question_id, form))${strict}`,
  );
  await make('CREATE INDEX question_tags_of ON question_tags (workspace_id, form, question_id)');
  await make(
    `CREATE TABLE question_brandings (workspace_id TEXT NOT NULL REFERENCES organization(id), question_id TEXT NOT NULL,
      branded INTEGER NOT NULL, PRIMARY KEY (workspace_id, question_id))${strict}`,
  );
}
