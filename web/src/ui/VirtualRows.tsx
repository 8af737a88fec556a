import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Where a row stands in the whole list, and what measures it. */
export type RowPlace = { index: number; measure: (row: HTMLTableRowElement | null) => void };

type Props<T> = {
  rows: readonly T[];
  keyOf(row: T): string;
  columns: number;
  children: (row: T, place: RowPlace) => ReactNode;
};

const usualHeight = 44;
/** Rows drawn ahead on each side, so that a fast scroll meets no gap. */
const rowsAhead = 12;

/** The rows of a long table that are near the window, between two that keep the place of the others. */
export function VirtualRows<T>({ rows, keyOf, columns, children }: Props<T>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    const look = () => setAbove(Math.round((body.current?.getBoundingClientRect().top ?? 0) + scrollY));
    look();
    // What stands above the table may grow.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => usualHeight,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    overscan: rowsAhead,
    scrollMargin: above,
  });
  const drawn = virtual.getVirtualItems();
  const before = (drawn[0]?.start ?? above) - above;
  const after = virtual.getTotalSize() - ((drawn.at(-1)?.end ?? above) - above);
  const gap = (height: number) => (
    <tr>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
  return (
    <tbody ref={body}>
      {before > 0 && gap(before)}
      {drawn.map(({ index }) => {
        const row = rows[index];
        return row === undefined ? null : children(row, { index, measure: virtual.measureElement });
      })}
      {after > 0 && gap(after)}
    </tbody>
  );
}

/** Parts of the whole width that the columns have, kept while rows come and go, so that no column jumps. */
export function useColumnWidths(table: RefObject<HTMLTableElement | null>, isKept: boolean): readonly string[] | null {
  const [widths, setWidths] = useState<readonly string[] | null>(null);
  useLayoutEffect(() => {
    if (!isKept || widths !== null || table.current === null) return;
    const whole = table.current.getBoundingClientRect().width;
    const heads = [...table.current.querySelectorAll('thead th')];
    setWidths(heads.map((head) => `${(100 * head.getBoundingClientRect().width) / whole}%`));
  }, [isKept, widths, table]);
  useEffect(() => {
    if (!isKept) return;
    const measureAgain = () => setWidths(null);
    addEventListener('resize', measureAgain);
    return () => {
      removeEventListener('resize', measureAgain);
      setWidths(null);
    };
  }, [isKept]);
  return isKept ? widths : null;
}

/** True while the page goes to paper: there every row stands. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes the page as it is when the handlers return.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
