import { type Kysely, sql } from 'kysely';

/**
 * Drops an index that changed with every save of a run: days of a history are now added up from their counts (0160).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('DROP INDEX runs_days').execute(db);
}
