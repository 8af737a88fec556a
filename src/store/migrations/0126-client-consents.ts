import { type Kysely, sql } from 'kysely';

/** Time of a program's first consent. Programs without one are deleted a day after they registered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE "oauthClient" ADD COLUMN "consentedAt" TEXT').execute(db);
  await sql
    .raw(
      `UPDATE "oauthClient" SET "consentedAt" = '1970-01-01T00:00:00.000Z' WHERE EXISTS
       (SELECT 1 FROM "oauthConsent" consent WHERE consent."clientId" = "oauthClient"."clientId")`,
    )
    .execute(db);
}
