import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Approval, approvalsQuery } from '../../api/queries.ts';
import { Time } from '../../format/times.tsx';
import { InboxTabs } from '../../shell/InboxTabs.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';

const words: Record<Approval['state'], string> = {
  pending: 'waiting for you',
  approved: 'approved, not used yet',
  declined: 'declined',
  used: 'bought',
  expired: 'ran out',
};

function nameOf({ answers, question, domain }: Approval['purchase']): string {
  const [first, ...rest] = answers;
  if (first !== undefined && rest.length > 0) return `${first.question} + ${rest.length}`;
  return first?.question ?? question ?? domain ?? 'A deleted question';
}

/** Purchases that agents requested, newest first. */
export function ApprovalsPage() {
  const read = useQuery({ ...approvalsQuery, refetchInterval: 10_000 });
  return (
    <>
      <PageHead title="Approvals" info="approvals" filters={<InboxTabs />} />
      {read.isError && <Failure error={read.error} retry={() => void read.refetch()} />}
      {read.data === undefined ? (
        !read.isError && <Skeleton className="h-48" />
      ) : read.data.items.length === 0 ? (
        <Empty title="No requests yet">
          Agents that need approval ask here. After you approve, the agent can make that purchase once.
        </Empty>
      ) : (
        <ul className="divide-y divide-line border-line border-b">
          {read.data.items.map((approval) => (
            <li
              key={approval.id}
              data-row
              className="flex min-h-9 items-center justify-between gap-x-6 max-sm:flex-wrap max-sm:py-1"
            >
              <Link
                to="/approvals/$approvalId"
                params={{ approvalId: approval.id }}
                className={`one-line min-w-0 hover:underline ${approval.state === 'pending' ? 'font-medium' : ''}`}
              >
                <bdi>{nameOf(approval.purchase)}</bdi>
              </Link>
              <span className="text-small text-soft sm:shrink-0">
                <bdi>{approval.requester.name}</bdi> · <Time iso={approval.requestedAt} age /> ·{' '}
                <span className={approval.state === 'pending' ? 'font-medium text-ink' : ''}>
                  {words[approval.state]}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
