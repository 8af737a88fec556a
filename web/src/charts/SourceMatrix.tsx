import { Link } from '@tanstack/react-router';
import { Scroller } from '../ui/Scroller.tsx';

export type MatrixRow = { caseId: string; question: string; runId: string };
export type MatrixColumn = { domain: string; owned: boolean; runIds: ReadonlySet<string> };

/** Questions by source domains: a cell is filled when the latest answer cites the domain. Owned domains in the accent. */
export function SourceMatrix({ rows, columns }: { rows: readonly MatrixRow[]; columns: readonly MatrixColumn[] }) {
  return (
    <Scroller label="Questions by sources">
      <table className="border-separate border-spacing-0 text-small">
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 bg-paper text-left align-bottom font-medium text-soft">
              Question
            </th>
            {columns.map((column) => (
              <th key={column.domain} scope="col" className="h-40 w-8 min-w-8 p-0 align-bottom font-normal">
                <span
                  className={`inline-block max-h-40 rotate-180 truncate whitespace-nowrap [writing-mode:vertical-rl] ${column.owned ? 'font-semibold text-accent' : 'text-soft'}`}
                  title={column.domain}
                >
                  <bdi>{column.domain}</bdi>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.caseId}>
              <th
                scope="row"
                className="sticky left-0 max-w-40 truncate border-line border-t bg-paper py-1.5 pr-4 text-left font-normal sm:max-w-64 lg:max-w-100 print:max-w-40"
                title={row.question}
              >
                <Link to="/answers/$runId" params={{ runId: row.runId }} className="link">
                  <bdi>{row.question}</bdi>
                </Link>
              </th>
              {columns.map((column) => {
                const isCited = column.runIds.has(row.runId);
                return (
                  <td key={column.domain} className="border-line border-t p-0 text-center">
                    <span
                      className={`mx-auto block size-4 rounded-[3px] ${isCited ? (column.owned ? 'bg-accent' : 'bg-edge') : 'bg-sunken'}`}
                    />
                    <span className="sr-only">{isCited ? 'cited' : 'not cited'}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
