import type { CitedUrl } from '../../../../src/contract/wireTypes.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Outbound } from '../../ui/Outbound.tsx';
import { ReadAs } from '../../ui/ReadAs.tsx';

export function TopSources({ rows, of }: { rows: readonly CitedUrl[]; of: number }) {
  if (rows.length === 0) return <p className="text-soft">These answers cite no such page.</p>;
  return (
    <ol className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.url} data-row className="flex min-h-9 items-center justify-between gap-x-6">
          <span className="one-line min-w-0 text-small" title={row.title ?? undefined}>
            <Outbound url={row.url} />
          </span>
          <span className="shrink-0 text-small text-soft">
            {row.owned && <strong className="mr-2 font-medium text-accent">yours</strong>}
            <AnswersLink find={{ page: row.url }} count={row.answers}>
              <ReadAs
                text={`${integer(row.answers)} of ${countWithNoun(of, 'answer')}`}
              >{`${integer(row.answers)}/${integer(of)}`}</ReadAs>
            </AnswersLink>
          </span>
        </li>
      ))}
    </ol>
  );
}
