import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Cell } from '../format/files.ts';
import { pageLanguage } from '../format/language.ts';
import { lazily } from '../format/lazily.ts';
import { countWithNoun, integer } from '../format/numbers.ts';
import type { Notion } from '../words/notions.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { Info } from './Info.tsx';
import { SaveCsv } from './Save.tsx';
import { Scroller } from './Scroller.tsx';
import { StackedValues } from './StackedValues.tsx';
import { Tabs } from './Tabs.tsx';
import { type ListSearch, type SearchPlace, useListSearch } from './useListSearch.tsx';
import { type ColumnWidth, useHasWidth } from './useMedia.ts';
import { useTab } from './useTab.ts';
import { defaultRowHeight, type RowPlace, useColumnWidths, useIsPrinting, VirtualRows } from './VirtualRows.tsx';

export type Column<T extends RowData> = {
  id: string;
  name: string;
  cell(row: T): ReactNode;
  /** Sort key of the column; unknown values come last. Empty text: there is none, so a narrow window leaves it out. */
  value?: (row: T) => Cell;
  /** Headings and cells of the export, if they hold more than the sort key. */
  file?: Readonly<Record<string, (row: T) => Cell>>;
  /** In a narrower window the value appears with its label below the name of the row. */
  from?: ColumnWidth;
  /** True: shown only on phones. False: not shown there, because another column or a filter has the value. */
  phone?: boolean;
  /** Buttons of the row: unlabelled where a column does not fit. */
  controls?: boolean;
  right?: boolean;
  /** Explanation of the column's head. */
  info?: Notion;
  /** Details of the current figures, under the same ⓘ. */
  about?: ReactNode;
};

/** Named filter for the rows of a table, shown with its count. */
export type RowTab<T extends RowData> = { id: string; name: string; keep(row: T): boolean };

type Props<T extends RowData> = {
  label: string;
  /** Name of the file. */
  name: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  keyOf(row: T): string;
  searchText(row: T): string;
  noun: string;
  /** Address parameter of the search, `q` by default. */
  place?: SearchPlace;
  /** Default sort order. */
  usual?: string;
  /** Default order of the rows: the largest value first. */
  order?: (row: T) => number;
  tabs?: readonly RowTab<T>[];
  /** Tabs of the page, in place of the table's own. */
  parts?: ReactNode;
  /** Controls next to the search, for the matching rows. */
  tools?(found: readonly T[]): ReactNode;
};

/** Stays in place while the others scroll under it, and takes the remaining width. */
const firstColumn =
  'sticky left-0 z-[1] w-full min-w-28 max-w-0 bg-paper sm:min-w-36 group-hover:bg-sunken max-sm:py-1 print:static';
/** Grid of the columns that fit, so that the other values of a row have its whole width. */
const stackedTable = 'grid [&>thead]:contents [&>tbody]:contents [&_td[colspan]]:col-span-full';
const stackedRow = 'col-span-full grid grid-cols-subgrid';
/** Rows before the reader asks for all. */
const maxRowsAtFirst = 30;
/** Rows of several lines before the reader asks for all. */
const maxStackedRowsAtFirst = 20;
/** With more rows, only those near the window are rendered. */
const maxDrawnRows = 200;
const collator = lazily(() => new Intl.Collator(pageLanguage, { numeric: true, sensitivity: 'base' }));

function compare(a: Cell, b: Cell): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator().compare(String(a), String(b));
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

/**
 * Table with rows of 36 pixels whose tab, search and order are stored in the address. The search appears from ten rows
 * up.
 */
export function DataTable<T extends RowData>(props: Props<T>) {
  const {
    label,
    name,
    rows,
    columns,
    keyOf,
    searchText,
    noun,
    usual,
    order,
    tabs = [],
    parts,
    tools,
    place = 'q',
  } = props;
  const search: ListSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (next: ListSearch) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, ...next }), replace: true, resetScroll: false });
  const sort = search.sort ?? usual ?? '';
  const [isWhole, setWhole] = useState(false);
  const [rowHeight, setRowHeight] = useState(0);
  const [tab, chooseTab] = useTab(tabs.length === 0 ? ['all'] : tabs.map(({ id }) => id));
  const keep = tabs.find(({ id }) => id === tab)?.keep;
  const memo = useMemo(() => {
    const ofTab = keep === undefined ? rows : rows.filter(keep);
    return order === undefined ? ofTab : ofTab.toSorted((one, other) => order(other) - order(one));
  }, [rows, keep, order]);
  const { found, field, none } = useListSearch({ place, rows: memo, textOf: searchText, noun });
  const grid = useTable({
    features,
    data: found,
    columns: columns.map(
      (column): ColumnDef<typeof features, T> => ({
        id: column.id,
        accessorFn: (row: T) => column.value?.(row) || (column.value?.(row) === 0 ? 0 : undefined),
        enableSorting: column.value !== undefined,
        sortUndefined: 'last',
        sortFn: (one, other, id) => compare(one.getValue<Cell>(id), other.getValue<Cell>(id)),
      }),
    ),
    getRowId: keyOf,
    state: { sorting: sort === '' ? [] : [{ id: sort.replace('-', ''), desc: sort.startsWith('-') }] },
  });
  const visibleItems = grid.getRowModel().rows.map(({ original }) => original);
  const table = useRef<HTMLTableElement>(null);
  const isPrinting = useIsPrinting();
  const isVirtual = isWhole && visibleItems.length > maxDrawnRows && !isPrinting;
  const columnWidths = useColumnWidths(table, isVirtual);
  const sortedBy = (id: string) =>
    sort.replace('-', '') !== id ? undefined : sort.startsWith('-') ? 'descending' : 'ascending';
  const hasWidth = useHasWidth();
  const isPhone = !hasWidth('sm');
  const visible = columns.filter(({ phone }) => phone !== !isPhone);
  const inline = visible.filter(({ from }) => hasWidth(from));
  const stacked = visible.filter(({ from }) => !hasWidth(from));
  const isStacked = stacked.length > 0;
  const rowsAtFirst = isStacked ? maxStackedRowsAtFirst : maxRowsAtFirst;
  const fileColumns = columns.flatMap(({ name: head, value, file }) =>
    Object.entries(file ?? (value === undefined ? {} : { [head]: value })),
  );
  const showAll = () => {
    setRowHeight(defaultRowHeight(table.current));
    setWhole(true);
  };
  const tableRow = (row: T, place?: RowPlace) => (
    <tr
      key={keyOf(row)}
      ref={place?.measure}
      data-index={place?.index}
      aria-rowindex={place === undefined ? undefined : place.index + 2}
      className={`group min-h-9 border-line border-b hover:bg-sunken ${isStacked ? `${stackedRow} items-baseline py-1` : 'h-9'}`}
    >
      {inline.map((column, index) => (
        <td
          key={column.id}
          className={`py-0 pr-4 align-middle text-small max-sm:pr-2 last:pr-0 ${index > 0 ? 'whitespace-nowrap' : isStacked ? '' : firstColumn} ${column.right ? 'text-right' : ''}`}
        >
          {column.cell(row)}
        </td>
      ))}
      {isStacked && <StackedValues row={row} columns={stacked} span={inline.length} />}
    </tr>
  );
  return (
    <div>
      <div className="screen-only mb-1 flex flex-wrap items-center gap-x-2 gap-y-1">
        {parts}
        {tabs.length > 0 && (
          <Tabs
            label={label}
            tabs={tabs.map(({ id, name: title, keep: isOf }) => ({ id, name: title, count: rows.filter(isOf).length }))}
            value={tab}
            onChange={chooseTab}
          />
        )}
        <span className="ml-auto flex max-w-full flex-wrap items-center justify-end gap-1">
          {tools?.(found)}
          {field}
          <SaveCsv
            name={name}
            head={fileColumns.map(([head]) => head)}
            rows={() => visibleItems.map((row) => fileColumns.map(([, cell]) => cell(row)))}
          />
        </span>
      </div>
      {/* The head stays visible if the whole table has room. */}
      <Scroller label={label} onlyTooWide>
        <table
          ref={table}
          className={`w-full border-collapse ${columnWidths === null ? '' : 'table-fixed'} ${isStacked ? stackedTable : ''}`}
          style={isStacked ? { gridTemplateColumns: `minmax(22%, 1fr) repeat(${inline.length - 1}, auto)` } : undefined}
          aria-rowcount={isVirtual ? visibleItems.length + 1 : undefined}
        >
          {columnWidths !== null && (
            <colgroup>
              {inline.map((column, index) => (
                <col key={column.id} style={{ width: columnWidths[index] }} />
              ))}
            </colgroup>
          )}
          <thead>
            <tr className={isStacked ? stackedRow : undefined}>
              {inline.map((column, index) => (
                <th
                  key={column.id}
                  scope="col"
                  aria-sort={sortedBy(column.id)}
                  className={`sticky top-0 content-center bg-paper py-0 pr-4 align-middle font-medium text-small text-soft ${isStacked ? 'min-h-8' : 'h-8 whitespace-nowrap'} shadow-[inset_0_-1px_var(--line)] max-sm:pr-2 last:pr-0 ${index === 0 ? 'left-0 z-20' : 'z-10'} ${column.right ? 'text-right' : 'text-left'}`}
                >
                  {column.value === undefined ? (
                    column.name
                  ) : (
                    <button
                      type="button"
                      onClick={() => set({ sort: sort === column.id ? `-${column.id}` : column.id })}
                      className={`group/head inline-flex min-h-6 min-w-6 items-center gap-0.5 rounded-small hover:text-ink ${column.info === undefined ? '' : 'mr-1'} ${column.right ? 'text-right' : 'text-left'}`}
                    >
                      {column.name}
                      {sortedBy(column.id) !== undefined && <Icon name="sort" className="screen-only size-3" />}
                    </button>
                  )}{' '}
                  {column.info !== undefined && (
                    // Room for its edge: content wider than the table would keep the head from sticking.
                    <span className="pr-1">
                      <Info of={column.info} label={column.name}>
                        {column.about}
                      </Info>
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          {isVirtual ? (
            <VirtualRows rows={visibleItems} keyOf={keyOf} columns={inline.length} defaultHeight={rowHeight}>
              {tableRow}
            </VirtualRows>
          ) : (
            <tbody>{visibleItems.slice(0, isWhole ? undefined : rowsAtFirst).map((row) => tableRow(row))}</tbody>
          )}
        </table>
        {none}
      </Scroller>
      {visibleItems.length > rowsAtFirst && !isWhole && (
        <>
          <p className="mt-2 hidden text-small text-soft print:block">
            The first {integer(rowsAtFirst)} of {countWithNoun(visibleItems.length, noun)}; choose “Show all” before
            printing to include the others.
          </p>
          <Button small kind="quiet" className="screen-only mt-2 -ml-2.5" onClick={showAll}>
            Show all {countWithNoun(visibleItems.length, noun)}
          </Button>
        </>
      )}
    </div>
  );
}
