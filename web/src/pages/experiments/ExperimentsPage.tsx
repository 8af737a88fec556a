import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import { enginesQuery, sitesQuery } from '../../api/queries.ts';
import {
  type Experiment,
  type ExperimentResult,
  experimentResultQuery,
  experimentsChanged,
  experimentsQuery,
  workItemQuery,
} from '../../api/workQueries.ts';
import { useWidth } from '../../charts/useWidth.ts';
import { shortNames } from '../../engines/engineWords.ts';
import { decimal, integer } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty, Failure, Notice, Skeleton } from '../../ui/Notice.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { DesignExperiment } from './DesignExperiment.tsx';

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
            Design experiment
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
      ) : (
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
    name: 'State',
    value: stateOf,
    cell: stateOf,
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

function stateOf({ registration, stoppedAt }: Experiment): string {
  if (registration === null) return 'Draft';
  return stoppedAt === null ? 'Registered' : 'Stopped';
}

/** Shows the verdict first, then its figures next to the registered ones. */
function ShownExperiment({ experiment }: { experiment: Experiment }) {
  const { id, name, protocol, registration, changes } = experiment;
  const result = useQuery(experimentResultQuery(experiment));
  const act = useMutation({
    mutationFn: async (verb: 'registerExperiment' | 'recordChange' | 'stopExperiment') => {
      await call(verb, { id });
    },
    onSuccess: experimentsChanged,
  });
  const estimate = result.data?.estimate ?? null;
  const isWaiting = registration !== null && result.isPending;
  return (
    <Section
      title={name}
      note={result.data == null ? 'Draft: register it to draw the arms.' : result.data.words}
      actions={
        <>
          {registration === null && (
            <Button forMembers small busy={act.isPending} onClick={() => act.mutate('registerExperiment')}>
              Register
            </Button>
          )}
          {registration !== null && changes.length < protocol.steps && (
            <Button forMembers small busy={act.isPending} onClick={() => act.mutate('recordChange')}>
              Record change
            </Button>
          )}
          {registration !== null && experiment.stoppedAt === null && (
            <Button forMembers small kind="quiet" disabled={act.isPending} onClick={() => act.mutate('stopExperiment')}>
              Stop
            </Button>
          )}
        </>
      }
    >
      {act.isError && <Failure error={act.error} />}
      {result.isError && <Failure error={result.error} />}
      {result.data?.detail != null && <Notice>{result.data.detail}</Notice>}
      {isWaiting ? (
        <Skeleton className="h-[28rem] max-sm:h-[52rem]" />
      ) : (
        <>
          {estimate !== null && <ArmLines rounds={estimate.rounds} />}
          <dl className="grid gap-x-8 gap-y-2 text-small sm:grid-cols-2 lg:grid-cols-3">
            {estimate !== null && (
              <>
                <Fact name="Difference">{decimal(estimate.difference)} points</Fact>
                <Fact name="95 % interval">
                  {estimate.interval95 === null
                    ? '–'
                    : `${decimal(estimate.interval95.low)} to ${decimal(estimate.interval95.high)}`}
                </Fact>
                <Fact name="p of this analysis">{estimate.p === null ? '–' : estimate.p.toFixed(4)}</Fact>
                <Fact name="Randomly assigned arms would differ by">
                  {estimate.shuffledWithin === null ? '–' : `±${decimal(estimate.shuffledWithin)} in 95 of 100`}
                </Fact>
                <Fact name="Treated, before and after">
                  {decimal(estimate.arms.treated.before)} → {decimal(estimate.arms.treated.after)}
                </Fact>
                <Fact name="Control, before and after">
                  {decimal(estimate.arms.control.before)} → {decimal(estimate.arms.control.after)}
                </Fact>
              </>
            )}
            <Fact name="Hypothesis">{protocol.hypothesis}</Fact>
            <Fact name="Metric">{protocol.metric}</Fact>
            <Fact name="Assignment">{protocol.assignment}</Fact>
            <Fact name="Rounds before and after">
              {protocol.roundsBefore} + {protocol.roundsAfter}, from round {protocol.firstRound}
            </Fact>
            <Fact name="Looks">{protocol.looks.map((look) => `${Math.round(100 * look)} %`).join(', ')}</Fact>
            {registration !== null && (
              <>
                <Fact name="Found 8 times in 10">
                  {registration.smallestEffect === null ? 'nothing' : `+${registration.smallestEffect} points`}
                </Fact>
                <Fact name="Digest">
                  <code className="break-all">{registration.digest.slice(0, 16)}…</code>
                </Fact>
              </>
            )}
          </dl>
        </>
      )}
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-soft">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

const height = 140;
const margin = { left: 32, right: 12, top: 8, bottom: 20 };
const arms = [
  { of: 'control', name: 'Control', color: 'var(--edge)' },
  { of: 'treated', name: 'Treated', color: 'var(--accent)' },
] as const;

type ArmRounds = NonNullable<ExperimentResult['estimate']>['rounds'];

/** Draws both arms over the rounds, from 0 to 100 %, named below. */
function ArmLines({ rounds }: { rounds: ArmRounds }) {
  const { ref, width } = useWidth<HTMLDivElement>(640);
  const span = width - margin.left - margin.right;
  const x = (at: number) => margin.left + (rounds.length < 2 ? 0 : at / (rounds.length - 1)) * span;
  const y = (value: number) => height - margin.bottom - (value / 100) * (height - margin.top - margin.bottom);
  return (
    <div ref={ref} className="mb-4 contain-inline-size">
      <svg width={width} height={height} className="block" role="img" aria-label="Both arms over the rounds">
        {[0, 50, 100].map((value) => (
          <g key={value}>
            <line x1={margin.left} x2={margin.left + span} y1={y(value)} y2={y(value)} stroke="var(--line)" />
            <text x={margin.left - 6} y={y(value) + 4} textAnchor="end" fontSize="12" fill="var(--soft)">
              {value}
            </text>
          </g>
        ))}
        {rounds.map(({ round }, at) => (
          <text key={round} x={x(at)} y={height - 2} textAnchor="middle" fontSize="12" fill="var(--soft)">
            {round}
          </text>
        ))}
        {arms.map(({ of, color }) => (
          <polyline
            key={of}
            points={rounds.flatMap((round, at) => (round[of] === null ? [] : [`${x(at)},${y(round[of])}`])).join(' ')}
            fill="none"
            stroke={color}
            strokeWidth="2"
          />
        ))}
      </svg>
      <p className="flex gap-x-6 text-small text-soft">
        {arms.map(({ of, name, color }) => (
          <span key={of} className="flex items-center gap-2">
            <span className="h-0.5 w-4" style={{ background: color }} /> {name}
          </span>
        ))}
        <span>% by round</span>
      </p>
    </div>
  );
}
