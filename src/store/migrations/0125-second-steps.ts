import { type Kysely, sql } from 'kysely';

/**
 * Last time step whose code opened a session, by account, so that a code works once. Also forgets browsers that earlier
 * versions let skip the second step, which no page ever offered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE "twoFactor" ADD COLUMN "lastStep" INTEGER').execute(db);
  await sql.raw(`DELETE FROM verification WHERE identifier LIKE 'trust-device-%'`).execute(db);
}
