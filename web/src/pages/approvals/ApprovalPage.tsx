import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { call } from '../../api/http.ts';
import {
  type Approval,
  approvalQuery,
  approvalsQueryKey,
  enginesQuery,
  queryClient,
  sessionQuery,
} from '../../api/queries.ts';
import { dollars } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { RecordFailure } from '../../shell/Failures.tsx';
import { Button } from '../../ui/Button.tsx';
import { Failure, Notice, Skeleton } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { Budgets } from './Budgets.tsx';

/** One purchase that an agent asks for: what, for how much, out of which budget, and a member's one word on it. */
export function ApprovalPage() {
  const { approvalId } = useParams({ from: '/inside/approvals/$approvalId' });
  const read = useQuery({ ...approvalQuery(approvalId), refetchInterval: 5_000 });
  if (read.isError) return <RecordFailure error={read.error} retry={() => void read.refetch()} />;
  if (read.data === undefined) return <Skeleton className="h-96" />;
  const { approval, quote } = read.data;
  return (
    <>
      <PageHead
        title={approval.state === 'pending' ? 'Purchase to approve' : 'Purchase'}
        parent={
          <Link to="/approvals" className="hover:underline">
            Approvals
          </Link>
        }
      >
        <bdi>{approval.requester.name}</bdi> for <bdi>{approval.requester.accountEmail}</bdi>,{' '}
        <Time iso={approval.requestedAt} age />
      </PageHead>
      <Section title="What it would buy">
        <Purchase approval={approval} />
      </Section>
      <Section
        title="What it would cost"
        note={quote?.simulated === true ? 'The simulator answers: nothing is bought.' : undefined}
      >
        {quote === null ? (
          <Notice tone="caution" title="This can no longer be bought">
            The question was archived, or its engine is off.
          </Notice>
        ) : (
          <>
            <dl className="grid max-w-md grid-cols-2 gap-x-6 gap-y-1">
              <dt className="text-soft">Usually</dt>
              <dd className="text-right tabular-nums">{dollars(quote.typicalUsd)}</dd>
              <dt className="text-soft">At most</dt>
              <dd className="text-right font-medium tabular-nums">{dollars(quote.maxUsd)}</dd>
            </dl>
            <Budgets budgets={quote.budgets} />
          </>
        )}
      </Section>
      <Decision approval={approval} canBuy={quote !== null} />
    </>
  );
}

function Purchase({ approval: { purchase, idempotencyKey } }: { approval: Approval }) {
  const engines = useQuery(enginesQuery).data ?? [];
  const engine = engines.find(({ id }) => id === purchase.engine)?.label ?? purchase.engine;
  return (
    <dl className="grid max-w-2xl grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      {purchase.kind === 'answer' ? (
        <>
          <dt className="text-soft">One answer to</dt>
          <dd className="break-words font-medium">
            <bdi>{purchase.question ?? 'a question that is gone'}</bdi>
          </dd>
          <dt className="text-soft">Asked of</dt>
          <dd>
            {engine ?? 'an engine that is gone'}
            {purchase.model !== null && <span className="text-soft"> ({purchase.model})</span>}
          </dd>
          {purchase.useSeoTools && (
            <>
              <dt className="text-soft">With</dt>
              <dd>one SEO lookup that its agent may make</dd>
            </>
          )}
        </>
      ) : (
        <>
          <dt className="text-soft">One SEO overview of</dt>
          <dd className="font-medium">
            <bdi>{purchase.domain}</bdi>
          </dd>
        </>
      )}
      <dt className="text-soft">Its own name for it</dt>
      <dd className="break-all font-mono text-small">{idempotencyKey}</dd>
    </dl>
  );
}

const over: Partial<Record<Approval['state'], string>> = {
  declined: 'Declined: it buys nothing.',
  used: 'Bought: the approval is used up.',
  expired: 'Expired: it was not decided in time, or not used within ten minutes. Nothing was bought.',
};

function Decision({ approval, canBuy }: { approval: Approval; canBuy: boolean }) {
  const session = useQuery(sessionQuery).data;
  const decide = useMutation({
    mutationFn: (decision: 'approved' | 'declined') => call('decideApproval', { id: approval.id, decision }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: approvalsQueryKey });
    },
  });
  if (approval.state !== 'pending') {
    return (
      <Notice
        title={approval.state === 'approved' ? 'Approved: the agent may buy it once now' : (over[approval.state] ?? '')}
      >
        {approval.decidedAt !== null && (
          <p>
            By <bdi>{approval.decidedBy}</bdi>, <Time iso={approval.decidedAt} age />.{' '}
            {approval.state === 'approved' && 'Go back to your agent and let it try again, within ten minutes.'}
          </p>
        )}
        <Link to="/approvals" className="link">
          All requests
        </Link>
      </Notice>
    );
  }
  return (
    <div className="grid gap-4">
      <p className="measure text-soft">
        An approval counts for this one request, once, for ten minutes. Another question, another engine or a second
        answer asks you again.
      </p>
      {decide.isError && <Failure error={decide.error} />}
      {session?.role === 'viewer' && <p className="text-soft">A member of the workspace decides.</p>}
      {session?.maySpend === false && session.role !== 'viewer' && (
        <Notice tone="caution" title="Your account may not start paid work">
          The operator of this server lists who may. Ask one of them.
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          forMembers
          kind="primary"
          busy={decide.isPending && decide.variables === 'approved'}
          disabled={!canBuy || session?.maySpend === false}
          onClick={() => decide.mutate('approved')}
        >
          Approve this one purchase
        </Button>
        <Button
          forMembers
          kind="danger"
          busy={decide.isPending && decide.variables === 'declined'}
          onClick={() => decide.mutate('declined')}
        >
          Decline
        </Button>
      </div>
    </div>
  );
}
