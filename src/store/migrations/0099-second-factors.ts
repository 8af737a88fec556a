import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Second factor of a sign-in, in the columns of the account library. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const [flag, off, on, time, strict] =
    engine === 'sqlite' ? ['INTEGER', '0', '1', 'TEXT', ' STRICT'] : ['BOOLEAN', 'false', 'true', 'TIMESTAMPTZ', ''];
  const make = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  await make(`ALTER TABLE "user" ADD COLUMN "twoFactorEnabled" ${flag} NOT NULL DEFAULT ${off}`);
  await make(
    `CREATE TABLE "twoFactor" (id TEXT PRIMARY KEY, secret TEXT NOT NULL, "backupCodes" TEXT NOT NULL,
     "userId" TEXT NOT NULL UNIQUE REFERENCES "user"(id) ON DELETE CASCADE, verified ${flag} DEFAULT ${on},
     "failedVerificationCount" INTEGER DEFAULT 0, "lockedUntil" ${time})${strict}`,
  );
}
