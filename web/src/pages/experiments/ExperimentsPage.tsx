import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { enginesQuery, sitesQuery } from '../../api/queries.ts';
import { type Experiment, experimentsQuery, workItemQuery } from '../../api/workQueries.ts';
import { shortNames } from '../../engines/engineWords.ts';
import { integer } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty, Failure, Skeleton } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/Section.tsx';
import { DesignExperiment } from './DesignExperiment.tsx';
import { ShownExperiment } from './ShownExperiment.tsx';

/** Lists changes that were tested against a control, with everything that was registered. */
export function ExperimentsPage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const experiments = useQuery(experimentsQuery(siteId));
  const engines = useQuery(enginesQuery).data ?? [];
  const [shownId, show] = useState<string | null>(null);
  const { work } = useSearch({ from: '/inside/sites/$siteId/experiments' });
  const item = useQuery(workItemQuery(work)).data ?? null;
  const [isDesigning, setDesigning] = useState(work !== undefined);
  if (site === undefined) return null;
  const { data } = experiments;
  const view = data?.find(({ id }) => id === shownId) ?? data?.[0];
  return (
    <>
      <PageHead
        title="Experiments"
        info="experiments"
        actions={
          <Link to="/sites/$siteId/work" params={{ siteId }} className={buttonLook('plain')}>
            Work
          </Link>
        }
        primary={
          <Button forMembers kind="primary" small onClick={() => setDesigning(true)}>
            Design
          </Button>
        }
      />
      {experiments.isError && data === undefined && (
        <Failure error={experiments.error} retry={() => void experiments.refetch()} />
      )}
      {data === undefined ? (
        !experiments.isError && <Skeleton className="h-96" />
      ) : data.length === 0 ? (
        <Empty title="No experiments yet">
          An experiment compares questions whose pages you change with questions whose pages stay as they are. It reads
          the rounds of a plan and buys nothing.
        </Empty>
      ) : data.length === 1 ? null : (
        <DataTable
          label="Experiments"
          name={`${site.domain}-experiments`}
          noun="experiment"
          rows={data}
          keyOf={({ id }) => id}
          searchText={({ name, protocol }) => `${name} ${protocol.hypothesis}`}
          columns={buildColumns(show, shortNames(engines))}
        />
      )}
      {view !== undefined && <ShownExperiment key={view.id} experiment={view} />}
      <DesignExperiment
        open={isDesigning && (work === undefined || item !== null)}
        siteId={siteId}
        offer={item?.experiment ?? null}
        onClose={() => setDesigning(false)}
      />
    </>
  );
}

const buildColumns = (show: (id: string) => void, names: ReadonlyMap<string, string>): Column<Experiment>[] => [
  {
    id: 'name',
    name: 'Experiment',
    value: ({ name }) => name,
    cell: ({ id, name }) => (
      <button type="button" className="one-line text-left hover:underline sm:text-body" onClick={() => show(id)}>
        <bdi>{name}</bdi>
      </button>
    ),
  },
  {
    id: 'state',
    name: 'Verdict',
    from: 'sm',
    value: stateOf,
    cell: (row) => <span className="one-line max-w-80">{stateOf(row)}</span>,
  },
  {
    id: 'engine',
    name: 'Engine',
    from: 'sm',
    value: ({ protocol }) => protocol.engine,
    cell: ({ protocol }) => names.get(protocol.engine) ?? protocol.engine,
  },
  {
    id: 'clusters',
    name: 'Clusters',
    right: true,
    from: 'sm',
    value: ({ protocol }) => protocol.clusters.length,
    cell: ({ protocol }) => integer(protocol.clusters.length),
  },
  {
    id: 'made',
    name: 'Created',
    from: 'md',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Time iso={createdAt} />,
  },
];

const stateOf = ({ registration, verdict }: Experiment): string =>
  registration === null ? 'Draft' : (verdict?.words ?? 'Registered');
