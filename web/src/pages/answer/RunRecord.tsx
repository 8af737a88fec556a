import type { ReactNode } from 'react';
import type { RunSummary } from '../../../../src/contract/wireTypes.ts';
import { formatAccuracy } from '../../../../src/domain/audit/readingAccuracy.ts';
import type { Engine, FullObservation } from '../../api/queries.ts';
import { formatLabel } from '../../engines/engineWords.ts';
import { exactDollars, integer } from '../../format/numbers.ts';
import { day, duration, Time } from '../../format/times.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Scroller } from '../../ui/Scroller.tsx';

function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(8rem,auto)_1fr] gap-x-4 gap-y-1 text-small">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows a time for people, and as saved. */
function Exact({ iso }: { iso: string }) {
  return (
    <>
      <Time iso={iso} />
      <span className="block font-mono text-[0.75rem] text-soft">{iso}</span>
    </>
  );
}

const notStated = <span title="Not stated by the provider, and not counted by Sightline.">–</span>;

/** Limits of an answer, as the reader of the answer states them: `code: sentence`. */
export function Limitations({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return <p className="text-soft text-small">None recorded.</p>;
  return (
    <ul className="grid gap-2 text-small">
      {texts.map((text) => {
        const colon = text.indexOf(':');
        return (
          <li
            key={text}
            className="border-caution border-l-2 pl-3"
            title={colon > 0 ? text.slice(0, colon) : undefined}
          >
            {colon < 0 ? text : text.slice(colon + 1).trim()}
          </li>
        );
      })}
    </ul>
  );
}

function fetchedBy(engine: Engine | undefined): ReactNode {
  if (engine === undefined) return notStated;
  return engine.kind === 'api' ? `this server, from ${engine.vendor}` : 'a third party, from a consumer page';
}

/** Cost as stated by the provider, otherwise as computed by the ledger. */
function costOf({ usage, costEstimate }: NonNullable<FullObservation['run']>): ReactNode {
  if (usage?.costUsd != null) return `${exactDollars(usage.costUsd)}, stated`;
  if (costEstimate === null) return notStated;
  const { amountUsd, asOf } = costEstimate;
  return `${exactDollars(amountUsd)}, estimated${asOf === null ? '' : ` with prices of ${day(asOf)}`}`;
}

/** Provenance of an answer: its settings, usage and times. */
export function RunRecord({
  run,
  summary,
  observation,
  engines,
}: {
  run: NonNullable<FullObservation['run']>;
  summary: RunSummary;
  observation: FullObservation;
  engines: readonly Engine[] | undefined;
}) {
  const { usage, provenance } = run;
  const engine = engines?.find(({ id }) => id === run.engine);
  const place = [run.place?.language, run.place?.city, run.place?.region, run.place?.country].filter(
    (part) => part != null,
  );
  return (
    <div className="grid gap-6">
      <div>
        <h3 className="mb-2 font-medium text-small">Provenance</h3>
        <Facts
          rows={[
            ['Engine', run.engine === null ? notStated : formatLabel(engines, run.engine)],
            ['Asked by', run.surface === 'simulator' ? 'the simulator (invented)' : fetchedBy(engine)],
            [
              'Surface',
              run.surface === 'simulator' ? (
                <strong className="text-caution">simulator: not a measurement</strong>
              ) : (
                run.surface
              ),
            ],
            ...(engine?.readingAccuracy == null || run.surface === 'simulator'
              ? []
              : ([['Such answers are read', formatAccuracy(engine.readingAccuracy)]] as const)),
            ['Model', run.model ?? notStated],
            ['Location and language', place.length === 0 ? 'none requested' : place.join(', ')],
            ...(run.device === null ? [] : ([['Device', run.device]] as const)),
            ['Searches completed', provenance.completedSearchCount ?? notStated],
            [
              'Search',
              provenance.searchMode === 'reviewed-domains'
                ? `only ${provenance.allowedDomains.join(', ')}`
                : 'open web',
            ],
            ['SEO tools', summary.useSeoTools ? 'used' : 'not used'],
            [
              'Settings',
              <code key="harness" className="font-mono">
                {provenance.harnessVersion}
              </code>,
            ],
            [
              'Fingerprint',
              provenance.environmentFingerprint === null ? (
                notStated
              ) : (
                <code key="print" className="break-all font-mono">
                  {provenance.environmentFingerprint}
                </code>
              ),
            ],
          ]}
        />
      </div>
      <div>
        <h3 className="mb-2 font-medium text-small">Usage</h3>
        <Facts
          rows={[
            ['Cost', costOf(run)],
            [
              'Tokens in',
              usage?.inputTokens == null
                ? notStated
                : `${integer(usage.inputTokens)}${usage.cachedInputTokens === null ? '' : ` (${integer(usage.cachedInputTokens)} cached)`}`,
            ],
            [
              'Tokens out',
              usage?.outputTokens == null
                ? notStated
                : `${integer(usage.outputTokens)}${usage.reasoningTokens === null ? '' : ` (${integer(usage.reasoningTokens)} reasoning)`}`,
            ],
            ['Search calls', usage?.searchCalls ?? notStated],
            ['Duration', usage?.durationMs == null ? notStated : duration(usage.durationMs)],
          ]}
        />
      </div>
      <div>
        <h3 className="mb-2 font-medium text-small">Times</h3>
        <Facts
          rows={[
            ['Asked', <Exact key="asked" iso={run.createdAt} />],
            ['Answered', run.observedAt === null ? notStated : <Exact key="answered" iso={run.observedAt} />],
            ['Last saved', <Exact key="saved" iso={run.updatedAt} />],
            ...(summary.cancelRequestedAt === null
              ? []
              : ([['Stop requested', <Exact key="stop" iso={summary.cancelRequestedAt} />]] as const)),
          ]}
        />
      </div>
      <div>
        <div className="mb-2 flex items-center justify-between gap-2">
          <h3 className="font-medium text-small">Raw API record</h3>
          <CopyButton text={JSON.stringify(observation, null, 2)} label="Copy the record" />
        </div>
        <Scroller label="Raw record" className="max-h-96 rounded-box border border-line bg-sunken">
          <pre className="whitespace-pre-wrap break-all p-3 font-mono text-[0.75rem]">
            {JSON.stringify(observation, null, 2)}
          </pre>
        </Scroller>
      </div>
    </div>
  );
}
