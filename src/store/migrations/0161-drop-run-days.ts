import { type Kysely, sql } from 'kysely';

/** The days of a history are added up from their counts (0160): the index that counted them was changed with every save of a run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('DROP INDEX runs_days').execute(db);
}
