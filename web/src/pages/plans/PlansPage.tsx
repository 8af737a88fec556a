import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { plansQuery } from '../../api/planQueries.ts';
import { enginesQuery, sitesQuery } from '../../api/queries.ts';
import { labelOf } from '../../engines/engineWords.ts';
import { dollars } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { lastSite } from '../../shell/lastSite.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { NewPlan } from './NewPlan.tsx';
import { progressText, stateWords } from './roundWords.ts';

/** What is asked again and again, when next, and how did it go? */
export function PlansPage() {
  const plans = useQuery(plansQuery);
  const engines = useQuery(enginesQuery).data;
  const { make } = useSearch({ from: '/inside/plans' });
  const navigate = useNavigate({ from: '/plans' });
  const sites = useQuery(sitesQuery).data ?? [];
  const open = () => {
    const id = lastSite() ?? sites[0]?.id;
    if (id !== undefined) void navigate({ search: { make: id }, resetScroll: false });
  };
  const close = () => void navigate({ search: {}, replace: true, resetScroll: false });
  return (
    <>
      <PageHead
        title="What is asked again, and when?"
        actions={
          <Button forMembers kind="primary" onClick={open}>
            New plan
          </Button>
        }
      >
        A plan asks the same questions in rounds, so that a change has something to be measured against. It buys nothing
        before you activate it.
      </PageHead>
      {plans.isError && <Failure error={plans.error} retry={() => void plans.refetch()} />}
      {plans.data === undefined ? (
        !plans.isError && <Skeleton className="h-48" />
      ) : plans.data.length === 0 ? (
        <p className="measure text-soft">
          There is no plan yet. A usual first one: all questions of a website, three answers each, every Monday morning.
        </p>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {plans.data.map((plan) => (
            <li key={plan.id} className="grid gap-x-6 gap-y-1 py-3 md:grid-cols-[1fr_auto]">
              <div className="min-w-0">
                <Link to="/plans/$planId" params={{ planId: plan.id }} className="link font-medium break-words">
                  <bdi>{plan.name}</bdi>
                </Link>
                <p className="text-small text-soft">
                  {plan.cadenceText}; {plan.engines.map((id) => labelOf(engines, id)).join(', ')}; each asked{' '}
                  {plan.repeats}×
                </p>
                {plan.lastRound !== null && (
                  <p className="text-small text-soft">
                    Round {plan.lastRound.number}: {progressText(plan.lastRound)}
                  </p>
                )}
              </div>
              <div className="text-small md:text-right">
                <p className={plan.keyRevoked ? 'text-caution' : ''}>
                  {plan.keyRevoked ? 'Its key was revoked: activate it again' : stateWords[plan.state]}
                </p>
                {plan.nextDueAt !== null && (
                  <p className="text-soft">
                    Next round <Time iso={plan.nextDueAt} />
                  </p>
                )}
                <p className="text-soft tabular-nums">
                  {dollars(plan.usedUsdThisMonth)} this month
                  {plan.budgetUsdPerMonth !== null && ` of ${dollars(plan.budgetUsdPerMonth)}`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Dialog open={make !== undefined} wide title="A new plan" onClose={close}>
        {make !== undefined && <NewPlan site={make} onClose={close} />}
      </Dialog>
    </>
  );
}
