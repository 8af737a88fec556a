import { type Kysely, sql } from 'kysely';
import { questionIdOf } from '../../domain/questions/questionId.ts';
import type { Locale } from '../../domain/runs/run.ts';

type Row = { id: string; query: string; locale: string; website_id: string | null };

/** Question of a case: cases that ask the same at several engines share it. Filled in for existing cases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("ALTER TABLE keyword_cases ADD COLUMN question_id TEXT NOT NULL DEFAULT ''").execute(db);
  const { rows } = await sql<Row>`SELECT id, query, locale, website_id FROM keyword_cases`.execute(db);
  for (const { id, query, locale, website_id: websiteId } of rows) {
    const questionId = questionIdOf({ query, locale: JSON.parse(locale) as Locale, websiteId });
    await sql`UPDATE keyword_cases SET question_id = ${questionId} WHERE id = ${id}`.execute(db);
  }
  await sql.raw('CREATE INDEX keyword_cases_question ON keyword_cases (workspace_id, question_id)').execute(db);
}
