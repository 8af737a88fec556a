import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Position of a row in the whole list, and the ref that measures it. */
export type RowPlace = { index: number; measure: (row: HTMLTableRowElement | null) => void };

type Props<T> = {
  rows: readonly T[];
  keyOf(row: T): string;
  columns: number;
  /** Typical height of a row in pixels: a row with another height moves those below it once rendered. */
  defaultHeight: number;
  children: (row: T, place: RowPlace) => ReactNode;
};

/** Rows rendered in advance on each side, so that a fast scroll shows no gap. */
const rowsAhead = 12;
/** Height of a one-line row in pixels, used before any is rendered. */
const plainRowHeight = 37;

type DrawnRowProps = RowPlace & { row: never; draw: (row: never, place: RowPlace) => ReactNode };

/** Rendered when it comes near the window, and not again for each frame in which others are. */
const DrawnRow = memo(({ row, index, measure, draw }: DrawnRowProps) => draw(row, { index, measure }));

/** Renders the rows of a long table near the window, between two spacers for the others. */
export function VirtualRows<T>({ rows, keyOf, columns, defaultHeight, children }: Props<T>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    const look = () => setAbove(Math.round((body.current?.getBoundingClientRect().top ?? 0) + scrollY));
    look();
    // Content above the table may grow.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: useCallback(() => defaultHeight, [defaultHeight]),
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index];
        return row === undefined ? index : keyOf(row);
      },
      [rows, keyOf],
    ),
    overscan: rowsAhead,
    scrollMargin: above,
    // Rendering inside the wheel event would delay the browser's next frame.
    useFlushSync: false,
  });
  const virtualItems = virtual.getVirtualItems();
  const before = (virtualItems[0]?.start ?? above) - above;
  const after = virtual.getTotalSize() - ((virtualItems.at(-1)?.end ?? above) - above);
  const gap = (height: number) => (
    <tr>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
  return (
    // A link that scrolls under a resting pointer is not highlighted or prefetched.
    <tbody ref={body} className={virtual.isScrolling ? 'pointer-events-none' : undefined}>
      {before > 0 && gap(before)}
      {virtualItems.map(({ index, key }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <DrawnRow
            key={key}
            row={row as never}
            index={index}
            measure={virtual.measureElement}
            draw={children as DrawnRowProps['draw']}
          />
        );
      })}
      {after > 0 && gap(after)}
    </tbody>
  );
}

/** Returns the median height of the rendered rows, in pixels. */
export function defaultRowHeight(table: HTMLTableElement | null): number {
  const heights = [...(table?.tBodies[0]?.rows ?? [])].map((row) => row.getBoundingClientRect().height);
  return heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)] ?? plainRowHeight;
}

/** Keeps each column's part of the width while rows come and go, so that no column jumps. */
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

/** Returns true while the page is printed, which needs every row. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints the page as it is when the handlers return.
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
