import { z } from 'zod';
import type { OperationId } from '../contract/routes.ts';
import { invalidField } from '../domain/errors.ts';
import { digestOf } from '../domain/text/canonicalJson.ts';
import { type ListPosition, rowsAfter } from '../domain/text/listPosition.ts';
import { readJson } from '../domain/text/readJson.ts';
import type { Ctx } from '../services/appContext.ts';

type Given = { params?: object; query: { limit: number; cursor?: string | undefined } };

/** One page of a v2 list, opened at the request's cursor. */
export type ListPage = {
  /** Row after which the page begins; null: at the first row. */
  after: ListPosition | null;
  /** Number of rows to read: one more than shown, to detect a next page. */
  count: number;
  /** Returns the rows to show, presented, and the cursor of the next page. */
  close: Paging;
  /** Returns a page of a complete list, sorted by position. */
  cut: Paging;
  /** Returns a page of a complete list in its own order, which its rows do not contain. */
  cutInOrder<Row, Item>(
    rows: readonly Row[],
    idOf: (row: Row) => string,
    present: (row: Row) => Item,
  ): { items: Item[]; nextCursor: string | null };
};

type Paging = <Row, Item = Row>(
  rows: readonly Row[],
  positionOf: (row: Row) => ListPosition,
  present?: (row: Row) => Item,
) => { items: Item[]; nextCursor: string | null };

/** Content of a cursor: a digest of its list, and the end of the previous page. */
const carried = z.tuple([z.string(), z.string(), z.string()]);

/**
 * Opens a page. A cursor belongs to one list: this operation, workspace, record and these filters.
 * @throws invalid_request naming `cursor` if it is damaged or belongs to another list
 */
export function openListPage(ctx: Ctx, operation: OperationId, { params = {}, query }: Given): ListPage {
  const { limit, cursor, ...filters } = query;
  const list = { operation, workspace: ctx.principal.workspaceId, params, filters };
  const write = ({ at, id }: ListPosition): string =>
    Buffer.from(JSON.stringify([digestOf({ ...list, at, id }).slice(0, 16), at, id])).toString('base64url');
  const [after, count] = [cursor === undefined ? null : positionIn(cursor, write), limit + 1];
  const close: Paging = (rows, positionOf, present = (row) => row as never) => {
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const nextCursor = rows.length > limit && last !== undefined ? write(positionOf(last)) : null;
    return { items: items.map((row) => present(row)), nextCursor };
  };
  const cut: Paging = (rows, positionOf, present) =>
    close(rowsAfter(rows, positionOf, after, count), positionOf, present);
  return {
    ...{ after, count, close, cut },
    cutInOrder(rows, idOf, present) {
      const placed = rows.map((row, index) => ({ row, at: String(index).padStart(4, '0') }));
      return cut(
        placed,
        ({ row, at }) => ({ at, id: idOf(row) }),
        ({ row }) => present(row),
      );
    },
  };
}

/** Returns the position in a cursor, if this list would write the same cursor for it. @throws invalid_request */
function positionIn(cursor: string, writtenFunction: (position: ListPosition) => string): ListPosition {
  const parsed = carried.safeParse(readJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  const position = parsed.success ? { at: parsed.data[1], id: parsed.data[2] } : null;
  if (position !== null && writtenFunction(position) === cursor) return position;
  throw invalidField('cursor', 'is not a `nextCursor` of this list with these filters; start without a cursor');
}
