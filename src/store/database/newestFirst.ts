import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { ListPosition } from '../../domain/text/listPosition.ts';

/** A page of a list: the rows after a position, or the first ones, and their maximum number. */
export type ListPage = { after: ListPosition | null; count: number };

/**
 * Selects the rows after one in a list ordered by (a time, id), newest first. `at` is that time, by default of
 * creation.
 */
export function olderThan({ at, id }: ListPosition, column = 'created_at'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)}, id) < (${at}, ${id})`;
}

/** Selects a page of rows ordered by (a time, id), newest first. For `$call`. */
export function newestFirst({ after, count }: ListPage, column = 'created_at') {
  return <DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): SelectQueryBuilder<DB, TB, Row> =>
    query
      .$if(after !== null, (pages) => pages.where(olderThan(after as ListPosition, column)))
      .orderBy(sql.ref(column), 'desc')
      .orderBy(sql.ref('id'), 'desc')
      .limit(count) as SelectQueryBuilder<DB, TB, Row>;
}
