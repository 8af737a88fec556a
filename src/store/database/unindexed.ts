import { type RawBuilder, sql } from 'kysely';

/**
 * Makes a text column unusable for an index search, so that rows are only filtered or sorted by it. SQLite does not
 * know how many rows have a value: for the newest run of one question at one engine it might scan all runs of the
 * engine.
 */
export function unindexed(column: string): RawBuilder<string | null> {
  return sql<string | null>`(${sql.ref(column)} || '')`;
}
