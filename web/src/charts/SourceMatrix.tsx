import { Link } from '@tanstack/react-router';
import { AnswersLink } from '../ui/AnswersLink.tsx';
import { Clamped } from '../ui/Clamped.tsx';
import { Scroller } from '../ui/Scroller.tsx';

export type MatrixRow = { caseId: string; question: string; runId: string };
export type MatrixColumn = { domain: string; owned: boolean; runIds: ReadonlySet<string> };

/**
 * Shows questions by source domains: a cell is filled if the latest answer cites the domain. Owned domains have the
 * accent colour.
 */
export function SourceMatrix({ rows, columns }: { rows: readonly MatrixRow[]; columns: readonly MatrixColumn[] }) {
  return (
    <Scroller label="Matrix of questions and sources">
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
                className="sticky left-0 border-line border-t bg-paper py-1.5 pr-4 text-left font-normal"
                title={row.question}
              >
                <Link
                  to="/answers/$runId"
                  params={{ runId: row.runId }}
                  className="link block w-36 [--lines:6] sm:w-60 sm:[--lines:2] lg:w-96 print:w-36"
                >
                  <Clamped text={row.question} />
                </Link>
              </th>
              {columns.map((column) => {
                const isCited = column.runIds.has(row.runId);
                return (
                  <td key={column.domain} className="border-line border-t p-0 text-center">
                    {isCited ? (
                      <AnswersLink
                        find={{ question: row.caseId, cites: column.domain }}
                        count={1}
                        label={`cited: the answer that cites ${column.domain}`}
                        className="mx-auto grid size-6 place-items-center rounded-small"
                      >
                        <span className={`block size-4 rounded-[3px] ${column.owned ? 'bg-accent' : 'bg-edge'}`} />
                      </AnswersLink>
                    ) : (
                      <>
                        <span className="mx-auto block size-4 rounded-[3px] bg-sunken" />
                        <span className="sr-only">not cited</span>
                      </>
                    )}
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
