import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/**
 * Lets an owner prove that a website is theirs. Each existing website gets a token from the engine's cryptographic
 * random source (at least 122 bits); new ones are inserted with one.
 */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  const make = (text: string) => sql.raw(text).execute(db);
  await make('ALTER TABLE websites ADD COLUMN verification_token TEXT');
  await make('ALTER TABLE websites ADD COLUMN verified_at TEXT');
  await make('ALTER TABLE websites ADD COLUMN verified_way TEXT');
  await make('ALTER TABLE websites ADD COLUMN compare_bot_agents INTEGER NOT NULL DEFAULT 0');
  const random = engine === 'sqlite' ? 'lower(hex(randomblob(16)))' : `replace(gen_random_uuid()::text, '-', '')`;
  await make(`UPDATE websites SET verification_token = 'sv_' || ${random}`);
}
