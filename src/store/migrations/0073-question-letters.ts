import { type Kysely, sql } from 'kysely';
import { questionIdOf } from '../../domain/questions/questionId.ts';
import type { Locale } from '../../domain/runs/run.ts';

type Row = { id: string; query: string; locale: string; website_id: string | null };

/** Recomputes question ids that differed only in upper and lower case. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Row>`SELECT id, query, locale, website_id FROM keyword_cases`.execute(db);
  for (const { id, query, locale, website_id: websiteId } of rows) {
    const questionId = questionIdOf({ query, locale: JSON.parse(locale) as Locale, websiteId });
    await sql`UPDATE keyword_cases SET question_id = ${questionId} WHERE id = ${id}`.execute(db);
  }
}
