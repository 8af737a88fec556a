import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type AttentionItem, attentionQuery } from '../../api/planQueries.ts';
import { Time } from '../../format/times.tsx';
import { InboxTabs } from '../../shell/InboxTabs.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';

/** Items that need a person, each with its age and the action to take. */
export function AttentionPage() {
  const read = useQuery(attentionQuery);
  return (
    <>
      <PageHead title="Inbox" info="inbox" filters={<InboxTabs />} />
      {read.isError && <Failure error={read.error} retry={() => void read.refetch()} />}
      {read.data === undefined ? (
        !read.isError && <Skeleton className="h-48" />
      ) : read.data.length === 0 ? (
        <Empty title="Nothing needs your attention">
          Missed rounds, failed runs and closed gates appear here, each with what to do.
        </Empty>
      ) : (
        <ul className="divide-y divide-line border-line border-b">
          {read.data.map((item) => (
            <li
              key={item.id}
              data-row
              className="grid items-center gap-x-6 py-2 text-small sm:grid-cols-[minmax(0,1fr)_auto_auto]"
            >
              <div className="min-w-0">
                <p className="break-words font-medium sm:text-body">
                  <bdi>{item.what}</bdi>
                </p>
                <p className="text-soft">{item.remedy}</p>
              </div>
              <span className="text-soft">
                <Time iso={item.since} age />
              </span>
              <Opened item={item} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Links to the page where the item can be resolved. */
function Opened({ item: { kind, runId, websiteId, planId, round } }: { item: AttentionItem }) {
  if (kind === 'gate_failed' && websiteId !== null) {
    return (
      <Link to="/sites/$siteId/website" params={{ siteId: websiteId }} className="link">
        Open the website
      </Link>
    );
  }
  if (runId !== null) {
    return (
      <Link to="/answers/$runId" params={{ runId }} className="link">
        Open the run
      </Link>
    );
  }
  if (planId !== null && round !== null) {
    return (
      <Link to="/plans/$planId/rounds/$round" params={{ planId, round: String(round) }} className="link">
        Open the round
      </Link>
    );
  }
  if (planId !== null) {
    return (
      <Link to="/plans/$planId" params={{ planId }} className="link">
        Open the plan
      </Link>
    );
  }
  return kind.startsWith('budget') ? (
    <Link to="/spending" className="link">
      Open spending
    </Link>
  ) : kind === 'credit_used_up' ? (
    <Link to="/seo" className="link">
      Open SEO
    </Link>
  ) : null;
}
