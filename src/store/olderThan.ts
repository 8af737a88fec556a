import { type RawBuilder, sql } from 'kysely';
import type { ListPosition } from '../domain/text/listPosition.ts';

/** The rows after one in a list ordered by (created_at, id), newest first. `at` is the time of creation. */
export function olderThan({ at, id }: ListPosition): RawBuilder<boolean> {
  return sql<boolean>`(created_at, id) < (${at}, ${id})`;
}
