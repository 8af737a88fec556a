import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Plan, plansQuery } from '../../api/planQueries.ts';
import { enginesQuery, sitesQuery } from '../../api/queries.ts';
import { shortNames } from '../../engines/engineWords.ts';
import { lastSite } from '../../shell/lastSite.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type RowTab } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { NewPlan } from './NewPlan.tsx';
import { planColumns } from './planColumns.tsx';

/** Lists every plan in one row: its size, next round, last rounds and month. */
export function PlansPage() {
  const plans = useQuery(plansQuery);
  const names = shortNames(useQuery(enginesQuery).data ?? []);
  const { make } = useSearch({ from: '/inside/plans' });
  const navigate = useNavigate({ from: '/plans' });
  const sites = useQuery(sitesQuery).data ?? [];
  const open = () => {
    const id = lastSite() ?? sites[0]?.id;
    if (id !== undefined) void navigate({ search: (now) => ({ ...now, make: id }), resetScroll: false });
  };
  const close = () => void navigate({ search: ({ make: _made, ...now }) => now, replace: true, resetScroll: false });
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
          No plans yet. A good first plan asks each of a website’s questions three times every Monday morning.
        </p>
      ) : (
        <DataTable
          label="Plans"
          name="plans"
          noun="plan"
          rows={plans.data}
          tabs={tabs}
          keyOf={({ id }) => id}
          searchText={({ name }) => name}
          columns={planColumns(names)}
        />
      )}
      <Dialog open={make !== undefined} wide title="New plan" onClose={close}>
        {make !== undefined && <NewPlan site={make} onClose={close} />}
      </Dialog>
    </>
  );
}

const tabs: readonly RowTab<Plan>[] = [
  { id: 'all', name: 'All', keep: () => true },
  { id: 'active', name: 'Active', keep: ({ state }) => state === 'active' },
  { id: 'draft', name: 'Draft', keep: ({ state }) => state === 'draft' },
  { id: 'paused', name: 'Paused', keep: ({ state }) => state === 'paused' },
];
