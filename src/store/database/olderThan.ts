import { type RawBuilder, sql } from 'kysely';
import type { ListPosition } from '../../domain/text/listPosition.ts';

/** The rows after one in a list ordered by (a time, id), newest first. `at` is that time: of creation, unless it is said. */
export function olderThan({ at, id }: ListPosition, column = 'created_at'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)}, id) < (${at}, ${id})`;
}
