import { pack } from './packedText.ts';
import { isEmbedded } from './sqliteDialect.ts';
import type { Queryable } from './transaction.ts';

/**
 * The two columns of a text that is saved now. PostgreSQL compresses long texts by itself, and a process of the release
 * before may stand beside this one there, which would not know the packed form; SQLite has one process, and compresses
 * nothing.
 */
export function textColumns(db: Queryable, text: string): { plain: string; packed: Uint8Array | null } {
  const packed = isEmbedded(db.getExecutor().adapter) ? pack(text) : null;
  return { plain: packed === null ? text : '', packed };
}

/** The columns of a text that may be missing. */
export function optionalTextColumns(
  db: Queryable,
  text: string | null,
): { plain: string | null; packed: Uint8Array | null } {
  if (text === null) return { plain: null, packed: null };
  const { plain, packed } = textColumns(db, text);
  return { plain: packed === null ? plain : null, packed };
}
