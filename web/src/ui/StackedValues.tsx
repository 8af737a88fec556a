import type { RowData } from '@tanstack/react-table';
import type { Column } from './DataTable.tsx';

type Props<T extends RowData> = { row: T; columns: readonly Column<T>[]; span: number };

/** Shows the values of the columns without room in the window, each with its label, and then the row's controls. */
export function StackedValues<T extends RowData>({ row, columns, span }: Props<T>) {
  const stated = columns.filter(({ value }) => value?.(row) !== '');
  return (
    <td colSpan={span} className="p-0">
      <span className="flex flex-wrap gap-x-3 text-small leading-4.5 [&_a]:inline-flex [&_a]:min-h-6 [&_a]:items-center">
        {stated.map(({ id, name, controls, cell }) => {
          const content = controls ? null : cell(row);
          return content === null ? null : (
            <span key={id} data-label={name} className="flex min-w-0 items-center gap-1">
              <span className="shrink-0 text-soft">{name}</span> {content}
            </span>
          );
        })}
      </span>
      {columns.map(({ id, name, controls, cell }) =>
        controls ? (
          <span key={id} data-label={name} className="-ml-2.5 flex">
            {cell(row)}
          </span>
        ) : null,
      )}
    </td>
  );
}
