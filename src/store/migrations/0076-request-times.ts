import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database/open.ts';

/**
 * Requests of the last minutes as rows, so that one statement can add to them (store/requests/sharedLog.ts). The
 * earlier table stays, empty, because a server of the previous version may still be running. On SQLite the log is a
 * file.
 */
export async function up(db: Kysely<unknown>, engine: DatabaseKind): Promise<void> {
  if (engine !== 'postgres') return;
  const make = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  await make(
    `CREATE UNLOGGED TABLE request_buckets (bucket TEXT PRIMARY KEY, seq BIGINT NOT NULL, rewritten_seq BIGINT NOT NULL,
     ends_at BIGINT NOT NULL, window_ms BIGINT NOT NULL)`,
  );
  await make(
    `CREATE UNLOGGED TABLE request_times (bucket TEXT NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT NULL,
     count INTEGER NOT NULL, ends_at BIGINT NOT NULL, PRIMARY KEY (bucket, seq, at))`,
  );
}
