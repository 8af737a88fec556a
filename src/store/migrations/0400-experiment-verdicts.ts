import { type Kysely, sql } from 'kysely';

/** Verdict of the last judgement of each experiment, for lists; judged_round is the last round that it covers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['verdict TEXT', 'verdict_words TEXT', 'judged_round INTEGER']) {
    await sql.raw(`ALTER TABLE experiments ADD COLUMN ${column}`).execute(db);
  }
}
