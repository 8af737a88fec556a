import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { type WorkItem, workQuery } from '../../api/workQueries.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { lookup } from '../../i18n/t.ts';
import { fetchPage } from '../../shell/fetchPage.ts';
import { Sentence } from '../../ui/Foreign.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { adviceWords } from './adviceWords.ts';

// A separate file, because the list does not need it.
const WorkDialog = lazy(() => fetchPage(async () => ({ default: (await import('./WorkDialog.tsx')).WorkDialog })));

/** Shows the first open or active items of the work list. */
export function WorkList({ siteId, shown }: { siteId: string; shown: number }) {
  const work = useQuery(workQuery(siteId, { state: 'open,doing', limit: shown }));
  const [choice, choose] = useState<WorkItem | null>(null);
  const { data } = work;
  if (data === undefined) {
    return work.isError ? (
      <Failure error={work.error} retry={() => void work.refetch()} />
    ) : (
      <Skeleton className="h-40 max-sm:h-72" />
    );
  }
  return (
    <>
      {data.total === 0 && <p className="text-small text-soft">Nothing to do</p>}
      <ol>
        {data.items.map((item) => (
          <li key={item.id} data-row className="border-line border-t text-small">
            <button
              type="button"
              className="flex min-h-9 w-full items-center gap-x-3 py-0.5 text-left hover:underline max-sm:flex-wrap max-sm:py-1"
              onClick={() => choose(item)}
            >
              <bdi className="max-w-[54%] shrink-0 truncate max-sm:max-w-[75%] max-sm:grow">
                {lookup(item.evidence.title)}
              </bdi>
              <span
                className="min-w-0 grow truncate text-soft max-sm:order-last max-sm:line-clamp-2 max-sm:w-full max-sm:whitespace-normal"
                title={item.evidence.advice}
              >
                {item.evidence.isGate && <span className="text-danger">gate </span>}
                <Sentence text={adviceWords(item.evidence)} />
              </span>
              <span className="shrink-0 text-soft">{item.owner ?? answersOf(item)}</span>
            </button>
          </li>
        ))}
      </ol>
      {data.total > data.items.length && (
        <Link to="/sites/$siteId/work" params={{ siteId }} className="link screen-only text-small">
          All {integer(data.total)} items
        </Link>
      )}
      <Suspense>
        {choice !== null && <WorkDialog item={choice} siteId={siteId} onClose={() => choose(null)} />}
      </Suspense>
    </>
  );
}

const answersOf = ({ evidence: { answers } }: WorkItem) => (answers === 0 ? '' : countWithNoun(answers, 'answer'));
