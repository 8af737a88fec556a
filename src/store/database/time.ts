import { sql } from 'kysely';
import type { Db } from './transaction.ts';

/** Returns the time of the PostgreSQL server, in milliseconds since the epoch. */
export async function readDatabaseTime(db: Db): Promise<number> {
  const queryResult = await sql<{
    now: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db);
  const now = queryResult.rows[0]?.now;
  if (now === undefined) throw new Error('the database returned no time');
  return now;
}
