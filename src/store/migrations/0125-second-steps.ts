import { type Kysely, sql } from 'kysely';

/**
 * The last time step whose code opened a session, by account, so that a code works once. Browsers that earlier versions let
 * skip the second step are forgotten: no page ever offered it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE "twoFactor" ADD COLUMN "lastStep" INTEGER').execute(db);
  await sql.raw(`DELETE FROM verification WHERE identifier LIKE 'trust-device-%'`).execute(db);
}
