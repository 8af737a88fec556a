import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { attentionQuery } from '../../api/planQueries.ts';
import { Time } from '../../format/times.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';

/** What waits for a person: what it is, since when, and what to do. */
export function AttentionPage() {
  const read = useQuery(attentionQuery);
  return (
    <>
      <PageHead title="What needs attention?">
        Runs, engines, rounds, plans and budgets that do not go on by themselves. Gaps stand here for seven days. To
        hear of them without looking, make{' '}
        <Link to="/alerts" className="link">
          rules of alerts
        </Link>
        .
      </PageHead>
      {read.isError && <Failure error={read.error} retry={() => void read.refetch()} />}
      {read.data === undefined ? (
        !read.isError && <Skeleton className="h-48" />
      ) : read.data.length === 0 ? (
        <p className="text-soft">Nothing waits for you.</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {read.data.map(({ id, since, what, remedy, runId, planId }) => (
            <li key={id} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[1fr_auto]">
              <div className="min-w-0">
                <p className="break-words font-medium">
                  <bdi>{what}</bdi>
                </p>
                <p className="text-small text-soft">
                  {remedy} Since <Time iso={since} age />.
                </p>
              </div>
              {runId !== null ? (
                <Link to="/answers/$runId" params={{ runId }} className="link">
                  Open the run
                </Link>
              ) : planId !== null ? (
                <Link to="/plans/$planId" params={{ planId }} className="link">
                  Open the plan
                </Link>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
