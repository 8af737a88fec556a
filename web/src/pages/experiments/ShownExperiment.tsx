import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../api/http.ts';
import {
  type Experiment,
  type ExperimentResult,
  experimentResultQuery,
  experimentsChanged,
} from '../../api/workQueries.ts';
import { countWithNoun, decimal, integer } from '../../format/numbers.ts';
import { signed } from '../../format/tests.ts';
import { Time } from '../../format/times.tsx';
import { Button } from '../../ui/Button.tsx';
import { Failure, Notice, Skeleton } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { ArmLines } from './ArmLines.tsx';
import { ArmQuestions } from './ArmQuestions.tsx';

type Estimate = NonNullable<ExperimentResult['estimate']>;
/** Name and value; null: it does not apply. */
type Fact = [string, ReactNode];

const metricNames = {
  listed: 'website listed',
  first: 'website listed first',
  cited: 'website cited',
  place: 'position (1 / place)',
} as const;

/** Shows the verdict first, then its figures next to the registered protocol. */
export function ShownExperiment({ experiment }: { experiment: Experiment }) {
  const { id, name, protocol, registration, changes } = experiment;
  const result = useQuery(experimentResultQuery(experiment));
  const act = useMutation({
    mutationFn: async (verb: 'registerExperiment' | 'recordChange' | 'stopExperiment') => {
      if (verb === 'recordChange')
        await call(verb, { id, step: changes.length, captureAfter: await newestCapture(experiment) });
      else await call(verb, { id });
    },
    onSuccess: experimentsChanged,
  });
  const isRunning = result.data != null && ['running', 'waiting'].includes(result.data.verdict);
  const isReady = result.data != null && result.data.rounds.before >= protocol.roundsBefore;
  return (
    <Section
      title={name}
      actions={
        <>
          {registration === null && (
            <Button forMembers small busy={act.isPending} onClick={() => act.mutate('registerExperiment')}>
              Register
            </Button>
          )}
          {isRunning && isReady && changes.length < protocol.steps && (
            <Button forMembers small kind="primary" busy={act.isPending} onClick={() => act.mutate('recordChange')}>
              Record change
            </Button>
          )}
          {isRunning && (
            <Button forMembers small kind="quiet" disabled={act.isPending} onClick={() => act.mutate('stopExperiment')}>
              Stop
            </Button>
          )}
        </>
      }
    >
      {act.isError && <Failure error={act.error} />}
      {result.isError && <Failure error={result.error} />}
      {registration !== null && result.isPending ? (
        <Skeleton className="h-[28rem] max-sm:h-[52rem]" />
      ) : (
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid min-w-0 content-start gap-4">
            <Verdict result={result.data ?? null} />
            {isRunning && <Progress experiment={experiment} result={result.data} />}
            {result.data?.estimate != null && (
              <Figures estimate={result.data.estimate} lastBefore={protocol.firstRound + protocol.roundsBefore - 1} />
            )}
            <ArmQuestions experiment={experiment} open={isRunning} />
          </div>
          <div>
            <h3 className="mb-2 font-semibold text-small">
              {registration === null ? 'Protocol' : 'Registered protocol'}
            </h3>
            <Facts facts={listProtocol(experiment)} />
          </div>
        </div>
      )}
    </Section>
  );
}

/** Returns the newest capture, if the experiment names pages that it has to prove. */
async function newestCapture({ protocol: { clusters, websiteId } }: Experiment): Promise<string | null> {
  if (clusters.every(({ pages }) => pages.length === 0)) return null;
  const { items } = await call('listRuns', { kind: 'website', websiteId, limit: 1 });
  return items[0]?.id ?? null;
}

function Verdict({ result }: { result: ExperimentResult | null }) {
  const estimate = result?.estimate ?? null;
  const range = estimate?.interval95 ?? null;
  return (
    <div data-datum>
      {estimate !== null && (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold text-figure tabular-nums tracking-tight">{signed(estimate.difference)}</span>
          <span className="text-small text-soft">
            points{range !== null && `, ${decimal(range.low)} to ${decimal(range.high)} at 95 %`}
            {estimate.p !== null && ` · p ${estimate.p.toFixed(4)}`}
          </span>
        </p>
      )}
      <p className={`measure font-semibold ${estimate === null ? 'text-title' : ''}`}>
        {result === null ? 'Draft: register it to draw the arms' : result.words}
      </p>
      {result?.detail != null && <Notice>{result.detail}</Notice>}
    </div>
  );
}

function Progress({ experiment, result }: { experiment: Experiment; result: ExperimentResult | null | undefined }) {
  const { roundsBefore, roundsAfter } = experiment.protocol;
  if (result == null) return null;
  const facts: Fact[] = [
    ['Rounds before', `${result.rounds.before} of ${roundsBefore}`],
    ['Rounds after', `${result.rounds.after} of ${roundsAfter}`],
    [
      'Next analysis',
      result.roundsToNextLook === null ? null : `after ${countWithNoun(result.roundsToNextLook, 'more round')}`,
    ],
  ];
  return <Facts facts={facts} wide />;
}

function Figures({ estimate, lastBefore }: { estimate: Estimate; lastBefore: number }) {
  const { arms, missing, placebo, exposure, bounds, shuffledWithin, secondary, secondOpinion } = estimate;
  const arm = ({ before, after, clusters }: Estimate['arms']['treated']) =>
    `${decimal(before)} → ${decimal(after)} % in ${countWithNoun(clusters, 'cluster')}`;
  const pOf = (p: number | null) => (p === null ? null : `p ${p.toFixed(4)}`);
  const facts: Fact[] = [
    ['Treated', arm(arms.treated)],
    ['Control', arm(arms.control)],
    ['Random arms differ by', shuffledWithin === null ? null : `±${decimal(shuffledWithin)} in 95 of 100`],
    ['Known answers', `${integer(estimate.knownAnswers)} of ${integer(estimate.runs)}`],
    ['Missing answers', `${decimal(missing.treated)} % treated, ${decimal(missing.control)} % control`],
    ['If missing ones decide', bounds === null ? null : `${signed(bounds.low)} to ${signed(bounds.high)}`],
    ['Placebo before the change', pOf(placebo.time)],
    ['Placebo among controls', pOf(placebo.space)],
    ['Second opinion', pOf(secondOpinion)],
    [
      'Control questions that cite it',
      exposure.questionIds.length === 0
        ? 'none'
        : `${integer(exposure.questionIds.length)}; without them ${exposure.differenceWithout === null ? '–' : signed(exposure.differenceWithout)}`,
    ],
    ...secondary.map(
      ({ metric, difference, adjusted }): Fact => [
        `Secondary: ${metricNames[metric]}`,
        `${signed(difference)}, adjusted p ${adjusted.toFixed(4)}`,
      ],
    ),
  ];
  return (
    <>
      <ArmLines rounds={estimate.rounds} lastBefore={lastBefore} />
      <Facts facts={facts} wide />
    </>
  );
}

function listProtocol({ protocol, registration, changes }: Experiment): Fact[] {
  const { roundsBefore, roundsAfter, firstRound, looks, lagDays, level } = protocol;
  const rounds = looks.map((look) => Math.ceil(look * roundsAfter - 1e-9));
  return [
    ['Hypothesis', protocol.hypothesis],
    ['Metric', metricNames[protocol.metric]],
    ['Assignment', `${protocol.assignment}, ${countWithNoun(protocol.clusters.length, 'cluster')}`],
    ['Rounds', `${roundsBefore} before, from round ${firstRound}; ${roundsAfter} after, ${lagDays} days later`],
    ['Analyses', `after ${rounds.join(', ')} of ${roundsAfter} rounds`],
    ['Level', `${decimal(100 * level)} % over all analyses`],
    ['Smallest change that matters', `${decimal(protocol.effectOfInterest)} points`],
    [
      'Detects 8 times in 10',
      registration === null
        ? null
        : registration.smallestEffect === null
          ? 'nothing'
          : `+${registration.smallestEffect} points`,
    ],
    ['Registered', registration === null ? null : <Time key="at" iso={registration.at} />],
    ['Change recorded', changes[0] === undefined ? null : <Time key="change" iso={changes[0].at} />],
    [
      'Digest',
      registration === null ? null : (
        <code key="digest" title={registration.digest} className="break-all">
          {registration.digest.slice(0, 16)}…
        </code>
      ),
    ],
  ];
}

function Facts({ facts, wide = false }: { facts: readonly Fact[]; wide?: boolean }) {
  return (
    <dl className={`grid grid-cols-2 gap-x-8 gap-y-2 text-small ${wide ? '' : 'lg:grid-cols-1'}`}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className="min-w-0">
            <dt className="text-soft">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
