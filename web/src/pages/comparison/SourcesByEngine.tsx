import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { EngineColumn } from '../../api/engineQueries.ts';
import { shortLabel } from '../../engines/engineWords.ts';
import { countWithNoun, integer, unknownMark } from '../../format/numbers.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { SaveCsv } from '../../ui/Save.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Section } from '../../ui/Section.tsx';
import { useListSearch } from '../../ui/useListSearch.tsx';

type Row = { domain: string; owned: boolean; answers: ReadonlyMap<string, number> };

/** Rows before the reader asks for all. */
const maxRowsAtFirst = 15;

/** Shows the domains that each engine cites, and in how many of its answers. */
export function SourcesByEngine({ columns, name }: { columns: readonly EngineColumn[]; name: string }) {
  const [isWhole, setWhole] = useState(false);
  const rows = rowsOf(columns);
  const { found, field, none } = useListSearch({
    place: 'domains',
    rows,
    textOf: (row) => row.domain,
    noun: 'domain',
  });
  if (rows.length === 0) return null;
  const visibleItems = isWhole ? found : found.slice(0, maxRowsAtFirst);
  return (
    <Section
      title="Sources by engine"
      info="citation"
      actions={
        <SaveCsv
          name={`${name}-sources-by-engine`}
          head={['Domain', 'Yours', ...columns.flatMap(({ label }) => [`${label}: answers`, `${label}: of`])]}
          rows={() =>
            found.map((row) => [
              row.domain,
              row.owned ? 'yes' : 'no',
              ...columns.flatMap((column) => [resolveAnswers(row, column), column.coverage.questionsAnswered]),
            ])
          }
        />
      }
    >
      {field !== null && <div className="mb-3">{field}</div>}
      <Scroller label="Domains by engine">
        <table className="w-full border-collapse">
          <thead>
            <tr>
              <th scope="col" className="border-line border-b py-2 pr-4 text-left font-medium text-small text-soft">
                Domain
              </th>
              {columns.map(({ engine, label }) => (
                <th
                  key={engine}
                  scope="col"
                  className="border-line border-b py-2 pr-4 text-right font-medium text-small text-soft last:pr-0"
                >
                  {shortLabel(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visibleItems.map((row) => (
              <tr key={row.domain} className="h-9 border-line border-b">
                <th
                  scope="row"
                  className={`wrap-anywhere py-1.5 pr-4 text-left ${row.owned ? 'font-medium text-accent' : 'font-normal'}`}
                >
                  <Link
                    from="/sites/$siteId/engines"
                    to="/sites/$siteId/sources"
                    params={(now) => ({ siteId: now.siteId ?? '' })}
                    search={(now) => {
                      const { sort: _sort, domains: _domains, ...filters } = now;
                      return { ...filters, q: row.domain, part: 'domains' };
                    }}
                    className="hover:underline"
                  >
                    <bdi>{row.domain}</bdi>
                  </Link>
                  {row.owned && <span className="ml-2 text-small">yours</span>}
                </th>
                {columns.map((column) => (
                  <td key={column.engine} className="py-1.5 pr-4 text-right last:pr-0">
                    <Count row={row} column={column} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {none}
      </Scroller>
      {found.length > visibleItems.length && (
        <Button small kind="quiet" className="screen-only mt-2 -ml-2.5" onClick={() => setWhole(true)}>
          Show all {countWithNoun(found.length, 'domain')}
        </Button>
      )}
    </Section>
  );
}

/** Returns null if the engine's list was cut off before the domain. */
function resolveAnswers({ answers }: Row, { engine, sources }: EngineColumn): number | null {
  const cited = answers.get(engine);
  return cited ?? (sources.total > sources.rows.length ? null : 0);
}

function Count({ row, column }: { row: Row; column: EngineColumn }) {
  const answers = resolveAnswers(row, column);
  if (answers === null) return <span title="Cited by few or none of its answers.">·</span>;
  if (answers === 0) {
    return (
      <span className="text-soft" title={`${column.label} does not cite it in this period.`}>
        {unknownMark}
      </span>
    );
  }
  return (
    <AnswersLink
      find={{ engine: column.engine, cites: row.domain }}
      count={answers}
      label={`${integer(answers)} of ${integer(column.coverage.questionsAnswered)}: the answers of ${column.label} that cite ${row.domain}`}
      className="whitespace-nowrap hover:underline"
    >
      {integer(answers)} of {integer(column.coverage.questionsAnswered)}
    </AnswersLink>
  );
}

/**
 * Sorts your domains first, then those cited by most engines, then by most answers of one engine: engines are never
 * summed.
 */
function rowsOf(columns: readonly EngineColumn[]): Row[] {
  const rows = new Map<string, { domain: string; owned: boolean; answers: Map<string, number> }>();
  for (const { engine, sources } of columns) {
    for (const { domain, owned, answers } of sources.rows) {
      const row = rows.get(domain) ?? { domain, owned, answers: new Map() };
      rows.set(domain, row);
      row.answers.set(engine, answers);
    }
  }
  const most = ({ answers }: Row) => Math.max(...answers.values());
  return [...rows.values()].sort(
    (one, other) =>
      Number(other.owned) - Number(one.owned) ||
      other.answers.size - one.answers.size ||
      most(other) - most(one) ||
      one.domain.localeCompare(other.domain),
  );
}
