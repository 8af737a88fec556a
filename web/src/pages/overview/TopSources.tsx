import type { CitedUrl } from '../../../../src/contract/wireTypes.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Outbound } from '../../ui/Outbound.tsx';

export function TopSources({ rows, of }: { rows: readonly CitedUrl[]; of: number }) {
  if (rows.length === 0) return <p className="text-soft">These answers cite no such page.</p>;
  return (
    <ol className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.url} className="flex flex-wrap items-baseline justify-between gap-x-6 py-2">
          <span className="min-w-0">
            <Outbound url={row.url} />
            {row.title !== null && <bdi className="block truncate text-small text-soft">{row.title}</bdi>}
          </span>
          <span className="text-small text-soft">
            {row.owned && <strong className="mr-2 font-medium text-accent">yours</strong>}
            <AnswersLink find={{ page: row.url }} count={row.answers}>
              {integer(row.answers)} of {countWithNoun(of, 'answer')}
            </AnswersLink>
          </span>
        </li>
      ))}
    </ol>
  );
}
