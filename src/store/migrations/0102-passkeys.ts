import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/** Passkeys, in the columns of the account library; the time of last use is ours. */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const [flag, time, count, strict] =
    engine === 'sqlite'
      ? ['INTEGER', 'TEXT', 'INTEGER', ' STRICT']
      : ['BOOLEAN', 'TIMESTAMPTZ', 'DOUBLE PRECISION', ''];
  // A counter has 32 unsigned bits: too many for INTEGER of PostgreSQL, and BIGINT would return text.
  const make = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  await make(
    `CREATE TABLE passkey (id TEXT PRIMARY KEY, name TEXT, "publicKey" TEXT NOT NULL,
     "userId" TEXT NOT NULL REFERENCES "user"(id) ON DELETE CASCADE, "credentialID" TEXT NOT NULL UNIQUE,
     counter ${count} NOT NULL, "deviceType" TEXT NOT NULL, "backedUp" ${flag} NOT NULL, transports TEXT,
     "createdAt" ${time}, aaguid TEXT, "lastUsedAt" TEXT)${strict}`,
  );
  await make('CREATE INDEX passkey_by_user ON passkey ("userId")');
}
