import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import { type Plan, type PlanQuote, planQuery, plansQueryKey, roundsQuery } from '../../api/planQueries.ts';
import { enginesQuery, queryClient, sitesQuery } from '../../api/queries.ts';
import { shortNames } from '../../engines/engineWords.ts';
import { anyOf } from '../../format/language.ts';
import { aboutDollars, countWithNoun, integer } from '../../format/numbers.ts';
import { day, shortTime, Time } from '../../format/times.tsx';
import { RecordFailure } from '../../shell/Failures.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Figure, Figures } from '../../ui/Figures.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { useIsViewer } from '../../ui/ForMembers.tsx';
import { Empty, Failure, Notice, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { ActivatePlan } from './ActivatePlan.tsx';
import { cadenceLine } from './cadenceWords.ts';
import { QuoteLimits } from './QuoteText.tsx';
import { roundColumns } from './roundColumns.tsx';
import { stateWords } from './roundWords.ts';
import { WaitingQuestions } from './WaitingQuestions.tsx';
import { seenIn } from './worstCase.ts';

/** One plan: its price, its month and its rounds. */
export function PlanPage() {
  const { planId } = useParams({ from: '/inside/plans/$planId' });
  const read = useQuery(planQuery(planId));
  const rounds = useQuery(roundsQuery(planId));
  const names = shortNames(useQuery(enginesQuery).data ?? []);
  if (read.isError && read.data === undefined) {
    return <RecordFailure error={read.error} retry={() => void read.refetch()} />;
  }
  if (read.data === undefined) return <Skeleton className="h-96" />;
  const { plan, quote } = read.data;
  return (
    <>
      <PageHead
        title={foreign(plan.name)}
        parent={
          <Link to="/plans" className="hover:underline">
            Plans
          </Link>
        }
        actions={<Acts plan={plan} quote={quote} />}
      >
        {plan.keyRevoked ? 'Key revoked' : stateWords[plan.state]}, {cadenceLine(plan.cadence)}
        {plan.agentsUntil !== null && (
          <>
            ; agents may start rounds until <Time iso={plan.agentsUntil} />
          </>
        )}
        .
      </PageHead>
      {plan.keyRevoked && (
        <Notice tone="caution" title="This plan cannot ask questions: its key no longer works">
          Activate the plan again to create a new key.
        </Notice>
      )}
      <Figures>
        <Figure name="Answers in a round" figure={integer(quote.requests)}>
          <Asked plan={plan} /> × {plan.engines.map((id) => names.get(id) ?? id).join(', ')}
          {plan.repeats > 1 && ` × ${plan.repeats}`}
        </Figure>
        {plan.nextDueAt !== null && (
          <Figure name="Next round" figure={<Time iso={plan.nextDueAt} shown={shortTime(plan.nextDueAt)} />} />
        )}
        <Figure name="A round, about" figure={aboutDollars(quote.round?.total.typicalUsd ?? null)} />
        <Figure name="Estimate for 30 days" figure={aboutDollars(quote.month.typicalUsd)}>
          {countWithNoun(quote.roundsInMonth, 'round')}
        </Figure>
        {plan.state !== 'draft' && (
          <Figure name="Spent this month" figure={aboutDollars(plan.usedUsdThisMonth)}>
            {plan.budgetUsdPerMonth === null ? 'no limit for this plan' : `of ${aboutDollars(plan.budgetUsdPerMonth)}`}
            {plan.maxUsdPerRound !== null && `, at most ${aboutDollars(plan.maxUsdPerRound)} a round`}
          </Figure>
        )}
      </Figures>
      <WaitingQuestions plan={plan} count={quote.waiting} />
      {quote.limits.length > 0 && (
        <div className="mb-3">
          <QuoteLimits quote={quote} />
        </div>
      )}
      {rounds.isError && rounds.data === undefined ? (
        <Failure error={rounds.error} retry={() => void rounds.refetch()} />
      ) : rounds.data === undefined ? (
        <Skeleton className="h-96" />
      ) : rounds.data.items.length === 0 ? (
        <Empty title="No rounds yet">
          {plan.nextDueAt === null ? (
            'Activate the plan to ask its questions.'
          ) : (
            <>
              The first is due <Time iso={plan.nextDueAt} />.
            </>
          )}
        </Empty>
      ) : (
        <DataTable
          label="Rounds"
          name={`${plan.name}-rounds`}
          noun="round"
          rows={rounds.data.items}
          keyOf={({ number }) => String(number)}
          searchText={({ number, dueAt }) => `${number} ${day(dueAt)}`}
          columns={roundColumns(plan.id)}
        />
      )}
    </>
  );
}

/** Names the questions of a round; tags are resolved when each round begins. */
function Asked({ plan: { questions } }: { plan: Plan }) {
  const sites = useQuery(sitesQuery).data;
  const { websiteId, questionIds, tags } = questions;
  const name = sites?.find(({ id }) => id === websiteId)?.name ?? 'an archived website';
  if (websiteId === null && tags === null) return countWithNoun(questionIds?.length ?? 0, 'question');
  return (
    <>
      {tags === null ? 'All questions' : `Questions tagged ${anyOf(tags)}`}
      {websiteId !== null && (
        <>
          {' about '}
          <Link to="/sites/$siteId/questions" params={{ siteId: websiteId }} className="link">
            <bdi>{name}</bdi>
          </Link>
        </>
      )}
    </>
  );
}

function Acts({ plan, quote }: { plan: Plan; quote: PlanQuote }) {
  const [activating, setActivating] = useState(false);
  const navigate = useNavigate();
  const act = useMutation({
    mutationFn: async (what: 'run' | 'pause' | 'resume' | 'archive') => {
      const { id } = plan;
      if (what === 'run') await call('startRound', { id }, { idempotencyKey: `web:${crypto.randomUUID()}` });
      else if (what === 'pause') await call('pausePlan', { id });
      else if (what === 'resume') await call('resumePlan', { id, revision: plan.revision, ...seenIn(quote) });
      else {
        await call('archivePlan', { id });
        await navigate({ to: '/plans' });
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: plansQueryKey }),
  });
  const isBusy = (what: typeof act.variables) => act.isPending && act.variables === what;
  const isViewer = useIsViewer();
  const needsKey = plan.state === 'draft' || plan.keyRevoked;
  if (isViewer) return null;
  return (
    <>
      {needsKey ? (
        <Button kind="primary" onClick={() => setActivating(true)}>
          Activate…
        </Button>
      ) : plan.state === 'active' ? (
        <>
          <Button kind="primary" busy={isBusy('run')} onClick={() => act.mutate('run')}>
            Ask a round
          </Button>
          <Button busy={isBusy('pause')} onClick={() => act.mutate('pause')}>
            Pause
          </Button>
          <Button onClick={() => setActivating(true)}>Change limits…</Button>
        </>
      ) : (
        <Button kind="primary" busy={isBusy('resume')} onClick={() => act.mutate('resume')}>
          Resume
        </Button>
      )}
      <Button kind="quiet" busy={isBusy('archive')} onClick={() => act.mutate('archive')}>
        Archive
      </Button>
      {act.isError && <Failure error={act.error} />}
      <Dialog open={activating} wide title={`Let “${foreign(plan.name)}” buy?`} onClose={() => setActivating(false)}>
        <ActivatePlan plan={plan} onClose={() => setActivating(false)} />
      </Dialog>
    </>
  );
}
