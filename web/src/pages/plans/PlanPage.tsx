import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import {
  type Plan,
  type PlanQuote,
  type PlanRound,
  planQuery,
  plansQueryKey,
  roundsQuery,
} from '../../api/planQueries.ts';
import { enginesQuery, queryClient, sitesQuery } from '../../api/queries.ts';
import { labelOf } from '../../engines/engineWords.ts';
import { countWithNoun, dollars } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { RecordFailure } from '../../shell/Failures.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { foreign } from '../../ui/Foreign.tsx';
import { useIsViewer } from '../../ui/ForMembers.tsx';
import { Failure, Notice, Skeleton } from '../../ui/Notice.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { ActivatePlan } from './ActivatePlan.tsx';
import { QuoteText } from './QuoteText.tsx';
import { progressText, stateWords } from './roundWords.ts';
import { WaitingQuestions } from './WaitingQuestions.tsx';
import { seenIn } from './worstCase.ts';

/** One plan: when is it due, what does it cost, and how did its rounds go? */
export function PlanPage() {
  const { planId } = useParams({ from: '/inside/plans/$planId' });
  const read = useQuery(planQuery(planId));
  const rounds = useQuery(roundsQuery(planId));
  const engines = useQuery(enginesQuery).data;
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
        {plan.keyRevoked ? 'Its key no longer works' : stateWords[plan.state]}, {plan.cadenceText}
        {plan.nextDueAt !== null && (
          <>
            ; next round <Time iso={plan.nextDueAt} />
          </>
        )}
        .
      </PageHead>
      {plan.keyRevoked && (
        <Notice tone="caution" title="Nothing is asked: the key of this plan no longer works">
          Activate it again to give it a new one.
        </Notice>
      )}
      <Section title="What it asks, and for how much">
        <p className="mb-3 text-soft">
          <Asked plan={plan} />, at {plan.engines.map((id) => labelOf(engines, id)).join(', ')};{' '}
          {countWithNoun(plan.repeats, 'answer')} each. Revision {plan.revision}.
        </p>
        <QuoteText quote={quote} />
        <WaitingQuestions plan={plan} count={quote.waiting} />
        {plan.state !== 'draft' && (
          <p className="mt-2 text-small text-soft">
            Spent this month: {dollars(plan.usedUsdThisMonth)}
            {plan.budgetUsdPerMonth === null
              ? ', without a limit of its own'
              : ` of ${dollars(plan.budgetUsdPerMonth)}`}
            {plan.maxUsdPerRound !== null && `; at most ${dollars(plan.maxUsdPerRound)} a round`}.
            {plan.agentsUntil !== null && (
              <>
                {' '}
                Agents may begin rounds by themselves until <Time iso={plan.agentsUntil} />.
              </>
            )}
          </p>
        )}
      </Section>
      <Section title="Rounds" note="The latest first. Times in UTC.">
        {rounds.data === undefined ? (
          <Skeleton className="h-32" />
        ) : rounds.data.items.length === 0 ? (
          <p className="text-soft">There was none yet.</p>
        ) : (
          <ol className="divide-y divide-line border-line border-y">
            {rounds.data.items.map((round) => (
              <RoundRow key={round.number} planId={plan.id} round={round} />
            ))}
          </ol>
        )}
      </Section>
    </>
  );
}

/** Which questions a round asks; what tags come to is settled as each round begins. */
function Asked({ plan: { questions } }: { plan: Plan }) {
  const sites = useQuery(sitesQuery).data;
  const { websiteId, questionIds, tags } = questions;
  const name = sites?.find(({ id }) => id === websiteId)?.name ?? 'a website that is archived';
  if (websiteId === null && tags === null) return countWithNoun(questionIds?.length ?? 0, 'question');
  return (
    <>
      {tags === null ? 'All questions' : `Questions tagged ${tags.join(' or ')}`}
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

function RoundRow({ planId, round }: { planId: string; round: PlanRound }) {
  const { number, state, kind, dueAt, counts, money } = round;
  const done = counts.requests - counts.waiting - counts.running;
  return (
    <li className="grid items-baseline gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[5rem_12rem_1fr_auto]">
      <Link
        to="/plans/$planId/rounds/$round"
        params={{ planId, round: String(number) }}
        className={`link ${state === 'missed' ? 'text-caution' : ''}`}
      >
        Round {number}
      </Link>
      <span className="text-small text-soft">
        <Time iso={dueAt} />
        {kind === 'manual' && ', by hand'}
      </span>
      <span className="min-w-0 text-small">
        {state === 'open' && (
          <ProgressBar label={`Round ${number}`} done={done} of={counts.requests} className="mb-1 max-w-40" />
        )}
        {progressText(round)}
      </span>
      <span className="text-small tabular-nums">{state === 'missed' ? '–' : dollars(money.totalUsd)}</span>
    </li>
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
            Ask a round now
          </Button>
          <Button busy={isBusy('pause')} onClick={() => act.mutate('pause')}>
            Pause
          </Button>
          <Button onClick={() => setActivating(true)}>Change what it may spend…</Button>
        </>
      ) : (
        <Button kind="primary" busy={isBusy('resume')} onClick={() => act.mutate('resume')}>
          Resume
        </Button>
      )}
      <Button kind="quiet" busy={isBusy('archive')} onClick={() => act.mutate('archive')}>
        End the plan
      </Button>
      {act.isError && <Failure error={act.error} />}
      <Dialog open={activating} wide title={`Let “${foreign(plan.name)}” buy?`} onClose={() => setActivating(false)}>
        <ActivatePlan plan={plan} onClose={() => setActivating(false)} />
      </Dialog>
    </>
  );
}
