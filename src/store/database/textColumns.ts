import { pack } from './packedText.ts';
import { isEmbedded } from './sqliteDialect.ts';
import type { Queryable } from './transaction.ts';

/**
 * Returns the two columns for a new text. PostgreSQL compresses long texts itself, and a process of the previous
 * release, which does not know the packed form, may run at the same time. SQLite has one process and does not compress.
 */
export function textColumns(db: Queryable, text: string): { plain: string; packed: Uint8Array | null } {
  const packed = isEmbedded(db.getExecutor().adapter) ? pack(text) : null;
  return { plain: packed === null ? text : '', packed };
}

/** Returns the two columns for an optional text. */
export function optionalTextColumns(
  db: Queryable,
  text: string | null,
): { plain: string | null; packed: Uint8Array | null } {
  if (text === null) return { plain: null, packed: null };
  const { plain, packed } = textColumns(db, text);
  return { plain: packed === null ? plain : null, packed };
}
