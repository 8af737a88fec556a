import { type Kysely, sql } from 'kysely';
import { questionIdOf } from '../../domain/questions/questionId.ts';
import type { Locale } from '../../domain/runs/run.ts';

type Row = { id: string; query: string; locale: string; website_id: string | null };

/** A question is the same whether its letters are large or small: ids that told them apart are made anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Row>`SELECT id, query, locale, website_id FROM keyword_cases`.execute(db);
  for (const { id, query, locale, website_id: websiteId } of rows) {
    const questionId = questionIdOf({ query, locale: JSON.parse(locale) as Locale, websiteId });
    await sql`UPDATE keyword_cases SET question_id = ${questionId} WHERE id = ${id}`.execute(db);
  }
}
