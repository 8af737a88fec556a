import { type RawBuilder, sql } from 'kysely';

/**
 * A text column by which rows are to be checked or sorted, and not found. SQLite does not know how many rows carry a
 * value: for the newest run of one question at one engine it would as soon walk over all runs of the engine.
 */
export function unindexed(column: string): RawBuilder<string | null> {
  return sql<string | null>`(${sql.ref(column)} || '')`;
}
