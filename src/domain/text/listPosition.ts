import { codeUnitOrder } from './codeUnitOrder.ts';

/** Position of a row in an ordered list: its sort key (a time, a name), and the id that breaks ties. */
export type ListPosition = { at: string; id: string };

/** Returns the rows of an in-memory list after a position, in ascending code-unit order, at most `count`. */
export function rowsAfter<Row>(
  rows: readonly Row[],
  positionOf: (row: Row) => ListPosition,
  after: ListPosition | null,
  count: number,
): Row[] {
  const order = (a: ListPosition, b: ListPosition): number => codeUnitOrder(a.at, b.at) || codeUnitOrder(a.id, b.id);
  return rows
    .map((row) => ({ row, position: positionOf(row) }))
    .filter(({ position }) => after === null || order(position, after) > 0)
    .sort((a, b) => order(a.position, b.position))
    .slice(0, count)
    .map(({ row }) => row);
}
