import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { KeywordCase, Recommendation } from '../../../../src/api/wireTypes.ts';
import { casesQuery } from '../../api/queries.ts';
import { counted } from '../../format/numbers.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';

const severities: Record<Recommendation['severity'], string> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Note',
};
const bars: Record<Recommendation['severity'], number> = { high: 3, medium: 2, low: 1, info: 0 };

function Severity({ of }: { of: Recommendation['severity'] }) {
  return (
    <span className="inline-flex items-center gap-1.5 self-start pt-0.5 text-small text-soft">
      <svg aria-hidden="true" viewBox="0 0 14 12" className="h-3 w-3.5">
        {[0, 1, 2].map((index) => (
          <rect
            key={index}
            x={index * 5}
            y={8 - index * 4}
            width="3"
            height={4 + index * 4}
            rx="1"
            fill={index < bars[of] ? 'var(--ink)' : 'var(--other)'}
            fillOpacity={index < bars[of] ? 1 : 0.5}
          />
        ))}
      </svg>
      {severities[of]}
    </span>
  );
}

/** What was observed and what may be done about it, each tied to the answers that show it. */
export function Steps({ rows, siteId }: { rows: readonly Recommendation[]; siteId: string }) {
  const cases = useQuery(casesQuery).data ?? [];
  const questionOf = (row: Recommendation) =>
    row.questionIds.length === 1 ? cases.find((found) => found.id === row.questionIds[0]) : undefined;
  return (
    <ol className="divide-y divide-line">
      {rows.map((row) => (
        <li
          key={`${row.ruleId} ${row.questionIds.join(' ')} ${row.text}`}
          className="grid gap-1 py-3 first:pt-0 sm:grid-cols-[5.5rem_1fr] sm:gap-4"
        >
          <Severity of={row.severity} />
          <div className="min-w-0">
            <Question found={questionOf(row)} siteId={siteId} />
            <p className="measure break-words">{row.text}</p>
            {row.totalRunIds > 0 && (
              <Disclosure
                summary={`Rule ${row.ruleId}, seen in ${counted(row.totalRunIds, 'answer')}`}
                className="mt-1"
              >
                <ul className="screen-only grid gap-1 text-small">
                  {row.runIds.map((id) => (
                    <li key={id}>
                      <Link to="/answers/$runId" params={{ runId: id }} className="link font-mono">
                        {id}
                      </Link>
                    </li>
                  ))}
                  {row.totalRunIds > row.runIds.length && (
                    <li className="text-soft">and {row.totalRunIds - row.runIds.length} more</li>
                  )}
                </ul>
              </Disclosure>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Question({ found, siteId }: { found: KeywordCase | undefined; siteId: string }) {
  if (found === undefined) return null;
  return (
    <Link to="/sites/$siteId/questions/$caseId" params={{ siteId, caseId: found.id }} className="link font-medium">
      {found.query}
    </Link>
  );
}
