import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type Plan, plansQuery } from '../../api/planQueries.ts';
import { enginesQuery, sitesQuery } from '../../api/queries.ts';
import { shortNames } from '../../engines/engineWords.ts';
import { aboutDollars, dollars } from '../../format/numbers.ts';
import { shortTime, Time } from '../../format/times.tsx';
import { lastSite } from '../../shell/lastSite.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { NewPlan } from './NewPlan.tsx';
import { progressText, stateWords } from './roundWords.ts';

/** What is asked again and again, when next, and how did it go? */
export function PlansPage() {
  const plans = useQuery(plansQuery);
  const names = shortNames(useQuery(enginesQuery).data ?? []);
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
        title="Plans"
        info="plans"
        primary={
          <Button forMembers kind="primary" onClick={open}>
            New plan
          </Button>
        }
      />
      {plans.isError && <Failure error={plans.error} retry={() => void plans.refetch()} />}
      {plans.data === undefined ? (
        !plans.isError && <Skeleton className="h-48" />
      ) : plans.data.length === 0 ? (
        <p className="measure text-soft">
          No plans yet. A good first plan asks all questions of a website three times, every Monday morning.
        </p>
      ) : (
        <Scroller label="Plans" onlyTooWide>
          <table className="w-full border-collapse text-small">
            <thead>
              <tr className="h-8 border-line border-b text-left text-soft">
                {['Plan', 'Engines', 'Rounds', 'Next', 'This month', 'State'].map((head) => (
                  <th
                    key={head}
                    scope="col"
                    className={`pr-4 font-medium last:pr-0 ${head === 'Engines' ? 'max-lg:hidden' : head === 'Rounds' || head === 'This month' ? 'max-sm:hidden' : ''}`}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {plans.data.map((plan) => (
                <PlanRow key={plan.id} plan={plan} names={names} />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      <Dialog open={make !== undefined} wide title="A new plan" onClose={close}>
        {make !== undefined && <NewPlan site={make} onClose={close} />}
      </Dialog>
    </>
  );
}

function PlanRow({ plan, names }: { plan: Plan; names: ReadonlyMap<string, string> }) {
  const { lastRound } = plan;
  return (
    <tr className="h-9 border-line border-b hover:bg-sunken">
      <td className="w-full max-w-0 pr-4">
        <Link to="/plans/$planId" params={{ planId: plan.id }} className="one-line hover:underline sm:text-body">
          <bdi>{plan.name}</bdi>
        </Link>
      </td>
      <td className="whitespace-nowrap pr-4 text-soft max-lg:hidden">
        {plan.engines.map((id) => names.get(id) ?? id).join(', ')} × {plan.repeats}
      </td>
      <td className="whitespace-nowrap pr-4 text-soft max-sm:hidden">
        {plan.cadenceText}
        {lastRound !== null && (
          <>
            {' · '}
            <Link
              to="/plans/$planId/rounds/$round"
              params={{ planId: plan.id, round: String(lastRound.number) }}
              title={progressText(lastRound)}
              className="hover:underline"
            >
              round {lastRound.number}
            </Link>
          </>
        )}
      </td>
      <td className="whitespace-nowrap pr-4 text-soft">
        {plan.nextDueAt === null ? '–' : <Time iso={plan.nextDueAt} shown={shortTime(plan.nextDueAt)} />}
      </td>
      <td className="whitespace-nowrap pr-4 text-soft tabular-nums max-sm:hidden">
        {aboutDollars(plan.usedUsdThisMonth)}
        {plan.budgetUsdPerMonth !== null && ` of ${dollars(plan.budgetUsdPerMonth)}`}
      </td>
      <td className={`whitespace-nowrap ${plan.keyRevoked ? 'text-caution' : ''}`}>
        {plan.keyRevoked ? 'Key revoked' : stateWords[plan.state]}
      </td>
    </tr>
  );
}
