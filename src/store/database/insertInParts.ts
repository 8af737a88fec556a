import type { Insertable } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Queryable } from './transaction.ts';

/** Number of rows in one statement, within both databases' limits on parameters. */
export const rowsAtOnce = 500;

export function* inParts<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) yield rows.slice(from, from + rowsAtOnce);
}

/** Inserts any number of rows, in parts. */
export async function insertInParts<Table extends keyof Tables & string>(
  db: Queryable,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (const part of inParts(rows)) await db.insertInto(table).values(part).execute();
}
