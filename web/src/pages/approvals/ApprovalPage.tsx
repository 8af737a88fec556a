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

/** Shows one purchase that an agent requests: content, price, budget, and a member's decision. */
export function ApprovalPage() {
  const { approvalId } = useParams({ from: '/inside/approvals/$approvalId' });
  const read = useQuery({ ...approvalQuery(approvalId), refetchInterval: 5_000 });
  if (read.isError) return <RecordFailure error={read.error} retry={() => void read.refetch()} />;
  if (read.data === undefined) return <Skeleton className="h-96" />;
  const { approval, quote } = read.data;
  return (
    <>
      <PageHead
        title={approval.state === 'pending' ? 'Purchase approval' : 'Purchase'}
        parent={
          <Link to="/approvals" className="hover:underline">
            Approvals
          </Link>
        }
      >
        <bdi>{approval.requester.name}</bdi> for <bdi>{approval.requester.accountEmail}</bdi>,{' '}
        <Time iso={approval.requestedAt} age />
      </PageHead>
      <Section title="Purchase">
        <Purchase approval={approval} />
      </Section>
      <Section title="Price" note={quote?.simulated === true ? 'The simulator answers: nothing is bought.' : undefined}>
        {quote === null ? (
          <Notice tone="caution" title="This purchase is no longer possible">
            The question was archived, or its engine is off.
          </Notice>
        ) : (
          <>
            <dl className="grid max-w-md grid-cols-2 gap-x-6 gap-y-1">
              <dt className="text-soft">Typically</dt>
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
  const labelOf = (id: string | null) => engines.find((one) => one.id === id)?.label ?? id;
  const engine = labelOf(purchase.engine);
  return (
    <dl className="grid max-w-2xl grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      {purchase.kind === 'answers' ? (
        <>
          <dt className="text-soft">Answers</dt>
          <dd className="tabular-nums">{purchase.answers.length * purchase.repeats}</dd>
          <dt className="text-soft">Questions</dt>
          <dd>
            <ul className="grid gap-1">
              {purchase.answers.map(({ question, engine: id, model }) => (
                <li key={`${id} ${model} ${question}`} className="break-words">
                  <bdi className="font-medium">{question}</bdi> <span className="text-soft">{labelOf(id)}</span>
                </li>
              ))}
            </ul>
          </dd>
        </>
      ) : purchase.kind === 'answer' ? (
        <>
          <dt className="text-soft">One answer to</dt>
          <dd className="break-words font-medium">
            <bdi>{purchase.question ?? 'a deleted question'}</bdi>
          </dd>
          <dt className="text-soft">Engine</dt>
          <dd>
            {engine ?? 'a removed engine'}
            {purchase.model !== null && <span className="text-soft"> ({purchase.model})</span>}
          </dd>
          {purchase.useSeoTools && (
            <>
              <dt className="text-soft">With</dt>
              <dd>one SEO lookup by the agent</dd>
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
      <dt className="text-soft">Agent’s label</dt>
      <dd className="break-all font-mono text-small">{idempotencyKey}</dd>
    </dl>
  );
}

const over: Partial<Record<Approval['state'], string>> = {
  declined: 'Declined: nothing was bought.',
  used: 'Bought: the approval has been used.',
  expired: 'Expired: no decision in time, or not used within ten minutes. Nothing was bought.',
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
        title={
          approval.state === 'approved' ? 'Approved: the agent may now buy this once' : (over[approval.state] ?? '')
        }
      >
        {approval.decidedAt !== null && (
          <p>
            By <bdi>{approval.decidedBy}</bdi>, <Time iso={approval.decidedAt} age />.{' '}
            {approval.state === 'approved' && 'Have your agent try again within ten minutes.'}
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
        An approval covers this one request, once, for ten minutes. A different question, engine or repeat needs a new
        approval.
      </p>
      {decide.isError && <Failure error={decide.error} />}
      {session?.role === 'viewer' && <p className="text-soft">Only members of the workspace can decide.</p>}
      {session?.maySpend === false && session.role !== 'viewer' && (
        <Notice tone="caution" title="Your account cannot start paid work">
          The operator decides which accounts may. Ask another member.
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
          Approve
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
