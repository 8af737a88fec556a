import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Cell } from '../charts/exportPicture.ts';
import { pageLanguage } from '../format/language.ts';
import { lazily } from '../format/lazily.ts';
import { countWithNoun, integer } from '../format/numbers.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { SaveCsv } from './Save.tsx';
import { Scroller } from './Scroller.tsx';
import { type ListSearch, useListSearch } from './useListSearch.tsx';
import { type RowPlace, useColumnWidths, useIsPrinting, usualRowHeight, VirtualRows } from './VirtualRows.tsx';

export type Column<T> = {
  id: string;
  name: string;
  cell(row: T): ReactNode;
  /** What the column sorts by; unknown goes last. */
  value?: (row: T) => Cell;
  /** What a spreadsheet gets, where that is more than the sorted value: heads and cells. */
  file?: Readonly<Record<string, (row: T) => Cell>>;
  /** Hidden on screens narrower than this: the less important, the wider. */
  from?: 'sm' | 'md' | 'lg' | 'xl';
  right?: boolean;
};

type Props<T> = {
  label: string;
  /** Names the file. */
  name: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  keyOf(row: T): string;
  searchText(row: T): string;
  noun: string;
  /** Sorted so when the address does not say. */
  usual?: string;
  /** Beside the search, for the rows that it leaves. */
  tools?(found: readonly T[]): ReactNode;
};

const widths = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden', xl: 'max-xl:hidden' } as const;
/** Stays where it is while the others scroll under it. */
const firstColumn = 'sticky left-0 z-[1] bg-paper group-hover:bg-sunken print:static';
/** Rows before the reader asks for all. */
const maxRowsAtFirst = 30;
/** With more, only the rows near the window are in the page. */
const maxDrawnRows = 200;
const collator = lazily(() => new Intl.Collator(pageLanguage, { numeric: true, sensitivity: 'base' }));

function compare(a: Cell, b: Cell): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator().compare(String(a), String(b));
}

function sorted<T>(rows: readonly T[], by: ((row: T) => Cell) | undefined, isDown: boolean): readonly T[] {
  if (by === undefined) return rows;
  return rows
    .map((row) => ({ row, value: by(row) }))
    .sort(({ value: left }, { value: right }) =>
      left === null || right === null ? compare(left, right) : isDown ? compare(right, left) : compare(left, right),
    )
    .map(({ row }) => row);
}

/** A sortable list whose search and order stand in the address. Search appears from ten rows up. */
export function DataTable<T>({ label, name, rows, columns, keyOf, searchText, noun, usual, tools }: Props<T>) {
  const search: ListSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (next: ListSearch) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, ...next }), replace: true, resetScroll: false });
  const sort = search.sort ?? usual ?? '';
  const isDown = sort.startsWith('-');
  const by = columns.find((column) => column.id === sort.replace('-', ''))?.value;
  const [isWhole, setWhole] = useState(false);
  const [rowHeight, setRowHeight] = useState(0);
  const { found, field, none } = useListSearch({ place: 'q', rows, textOf: searchText, noun });
  const shown = useMemo(() => sorted(found, by, isDown), [found, by, isDown]);
  const table = useRef<HTMLTableElement>(null);
  const isPrinting = useIsPrinting();
  const isVirtual = isWhole && shown.length > maxDrawnRows && !isPrinting;
  const columnWidths = useColumnWidths(table, isVirtual);
  const fileColumns = columns.flatMap(({ name: head, value, file }) =>
    Object.entries(file ?? (value === undefined ? {} : { [head]: value })),
  );
  const showAll = () => {
    setRowHeight(usualRowHeight(table.current));
    setWhole(true);
  };
  const tableRow = (row: T, place?: RowPlace) => (
    <tr
      key={keyOf(row)}
      ref={place?.measure}
      data-index={place?.index}
      aria-rowindex={place === undefined ? undefined : place.index + 2}
      className="group h-9 border-line border-b hover:bg-sunken"
    >
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={`wrap-anywhere py-1.5 pr-4 align-middle max-sm:pr-2 last:pr-0 ${index === 0 ? firstColumn : ''} ${column.right ? 'text-right' : ''} ${column.from === undefined ? '' : widths[column.from]}`}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
  return (
    <div>
      <div className="screen-only mb-3 flex flex-wrap items-center gap-2">
        {field}
        {tools?.(found)}
        <span className="ml-auto">
          <SaveCsv
            name={name}
            head={fileColumns.map(([head]) => head)}
            rows={() => shown.map((row) => fileColumns.map(([, cell]) => cell(row)))}
          />
        </span>
      </div>
      {/* Its head stays in view where the whole table has room. */}
      <Scroller label={label} onlyTooWide>
        <table
          ref={table}
          className={`w-full border-collapse ${columnWidths === null ? '' : 'table-fixed'}`}
          aria-rowcount={isVirtual ? shown.length + 1 : undefined}
        >
          {columnWidths !== null && (
            <colgroup>
              {columns.map((column, index) => (
                <col
                  key={column.id}
                  className={column.from === undefined ? '' : widths[column.from]}
                  style={{ width: columnWidths[index] }}
                />
              ))}
            </colgroup>
          )}
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th
                  key={column.id}
                  scope="col"
                  aria-sort={sort.replace('-', '') === column.id ? (isDown ? 'descending' : 'ascending') : undefined}
                  className={`sticky top-0 bg-paper py-2 pr-4 align-bottom max-sm:pr-2 font-medium text-small text-soft shadow-[inset_0_-1px_var(--line)] last:pr-0 ${index === 0 ? 'left-0 z-20' : 'z-10'} ${column.right ? 'text-right' : 'text-left'} ${column.from === undefined ? '' : widths[column.from]}`}
                >
                  {column.value === undefined ? (
                    column.name
                  ) : (
                    <button
                      type="button"
                      onClick={() => set({ sort: sort === column.id ? `-${column.id}` : column.id })}
                      className={`inline-flex items-center gap-1 rounded-small hover:text-ink ${column.right ? 'text-right' : 'text-left'}`}
                    >
                      {column.name}
                      <Icon
                        name="sort"
                        className={`screen-only size-3 ${sort.replace('-', '') === column.id ? 'text-ink' : 'opacity-50'}`}
                      />
                    </button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          {isVirtual ? (
            <VirtualRows rows={shown} keyOf={keyOf} columns={columns.length} usualHeight={rowHeight}>
              {tableRow}
            </VirtualRows>
          ) : (
            <tbody>{shown.slice(0, isWhole ? undefined : maxRowsAtFirst).map((row) => tableRow(row))}</tbody>
          )}
        </table>
        {none}
      </Scroller>
      {shown.length > maxRowsAtFirst && !isWhole && (
        <>
          <p className="mt-2 hidden text-small text-soft print:block">
            The first {integer(maxRowsAtFirst)} of {countWithNoun(shown.length, noun)}; “Show all” before printing
            brings the others.
          </p>
          <Button small kind="quiet" className="screen-only mt-2 -ml-2.5" onClick={showAll}>
            Show all {countWithNoun(shown.length, noun)}
          </Button>
        </>
      )}
    </div>
  );
}
