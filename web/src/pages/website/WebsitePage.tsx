import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { CheckResult, RunSummary, Website, WebsiteResult } from '../../../../src/contract/wireTypes.ts';
import { checksQuery, runQuery, runsQuery, sitesQuery } from '../../api/queries.ts';
import { useCapture } from '../../api/useCapture.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { Time } from '../../format/times.tsx';
import { WholeFailure } from '../../shell/Failures.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Failure, Notice, Skeleton } from '../../ui/Notice.tsx';
import { Reason } from '../../ui/Reason.tsx';
import { SaveCsv } from '../../ui/Save.tsx';
import { PageHead, Section } from '../../ui/Section.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTab } from '../../ui/useTab.ts';
import { RunControl } from '../answer/RunControl.tsx';
import { Limitations } from '../answer/RunRecord.tsx';
import { Captures, Pages } from './Captures.tsx';
import { Category, CheckRows, Gates } from './CheckList.tsx';
import { categoryNames, categoryOf, outcomeParts, partOf, reasonWords } from './outcomes.tsx';
import { UncheckedRules } from './UncheckedRules.tsx';

const active = ['queued', 'running', 'requires_action'];

/** Shows whether engines can read this website. Gates first. */
export function WebsitePage() {
  const { siteId } = useParams({ from: '/inside/sites/$siteId' });
  const search = useSearch({ from: '/inside/sites/$siteId/website' });
  const site = useQuery(sitesQuery).data?.find((candidate) => candidate.id === siteId);
  const runs = useQuery({
    ...runsQuery({ kind: 'website', websiteId: siteId, limit: 50 }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((run) => active.includes(run.status)) === true ? 2_000 : false,
  });
  const capture = useCapture(siteId);
  if (site === undefined) return null;
  if (runs.isError && runs.data === undefined) {
    return <WholeFailure error={runs.error} retry={() => void runs.refetch()} />;
  }
  const all = runs.data?.items ?? [];
  const completed = all.filter((run) => run.status === 'completed');
  const running = all.find((run) => active.includes(run.status));
  const view = completed.find((run) => run.id === search.run) ?? completed[0];
  const last = all[0];
  const act = (
    <Button
      forMembers
      title="About 80 requests to your site; buys nothing"
      kind={completed.length === 0 ? 'primary' : 'plain'}
      busy={capture.isPending || running !== undefined}
      onClick={() => capture.mutate()}
    >
      {running === undefined ? 'Capture (free)' : 'Capturing'}
    </Button>
  );
  return (
    <>
      <PageHead
        title="Website"
        info="website"
        actions={
          <Link to="/sites/$siteId/work" params={{ siteId }} className={buttonLook('plain')}>
            Work
          </Link>
        }
        primary={act}
      >
        {view === undefined ? (
          site.domain
        ) : (
          <>
            {site.domain}, captured <Time iso={view.observedAt ?? view.createdAt} age />
            {view.replayOf === null ? '' : ', replayed later'}
          </>
        )}
      </PageHead>
      {capture.isError && (
        <div className="mb-6">
          <Failure error={capture.error} />
        </div>
      )}
      {running !== undefined && <RunControl run={running} />}
      {last !== undefined && ['failed', 'cancelled'].includes(last.status) && (
        <div className="mb-6">
          <Notice
            tone={last.status === 'failed' ? 'danger' : 'plain'}
            title={last.status === 'failed' ? 'The last capture failed' : 'The last capture was cancelled'}
          >
            <Reason text={last.error ?? 'No reason was given.'} />
          </Notice>
        </div>
      )}
      {runs.data === undefined ? (
        <Skeleton className="h-96" />
      ) : view === undefined ? (
        running === undefined && <UncheckedRules />
      ) : (
        <Report shown={view} runs={completed} site={site} against={search.against} />
      )}
    </>
  );
}

const titlesById = (checks: readonly { id: string; title: string }[]) =>
  new Map(checks.map(({ id, title }) => [id, title]));

function Report({
  shown,
  runs,
  site,
  against,
}: {
  shown: RunSummary;
  runs: readonly RunSummary[];
  site: Website;
  against: string | undefined;
}) {
  const read = useQuery(runQuery('website', shown.id));
  const named = useQuery({ ...checksQuery, select: titlesById });
  const [chosenPart, choosePart] = useTab(['auto', 'todo', 'passed', 'inapplicable', 'unmeasured'] as const, 'part');
  if (read.isError) return <Failure error={read.error} retry={() => void read.refetch()} />;
  if (read.data === undefined) return <Skeleton className="h-96" />;
  const result = read.data.run?.result as WebsiteResult | null;
  if (result === null) return <p className="text-soft">This capture has no result.</p>;
  const { coverage, counts } = result;
  const called = result.checks.find(({ id }) => id === location.hash.slice(1));
  const part = chosenPart === 'auto' ? partOf(called?.outcome) : chosenPart;
  const gates = result.checks.filter((check) => check.class === 'gate');
  const failed = gates.filter((check) => check.outcome === 'fail').length;
  const worst = ['fail', 'warn', 'pass', 'not_applicable'];
  const sorted = [...result.checks].sort((a, b) => worst.indexOf(a.outcome) - worst.indexOf(b.outcome));
  const choice = outcomeParts.find(({ id }) => id === part);
  const checks = sorted.filter(({ outcome }) => choice?.outcomes.includes(outcome) === true);
  const titles = new Map([...(named.data ?? []), ...result.checks.map((check) => [check.id, check.title] as const)]);
  return (
    <>
      <Section
        title={
          failed === 0
            ? `Yes, ${integer(gates.length)} of ${countWithNoun(gates.length + counts.byClass.gate.unmeasured, 'gate')} open`
            : `${countWithNoun(failed, 'gate')} closed`
        }
        info="gates"
        actions={
          <SaveCsv
            name={`${site.domain}-checks`}
            head={['Check', 'Title', 'Category', 'Class', 'Outcome', 'Evidence', 'Remedy']}
            rows={() => [
              ...sorted.map((check) => [
                check.id,
                check.title,
                check.category,
                check.class,
                check.outcome,
                check.evidenceLine,
                check.remediation,
              ]),
              ...coverage.unmeasured.map(({ id, reason }) => [
                id,
                titles.get(id) ?? null,
                categoryOf(id),
                null,
                'unmeasured',
                reasonWords[reason] ?? reason,
                null,
              ]),
            ]}
          />
        }
      >
        <Gates checks={gates} unmeasured={counts.byClass.gate.unmeasured} />
        <Tabs
          label="Checks"
          value={part}
          onChange={choosePart}
          tabs={[
            ...outcomeParts.map(({ id, name, outcomes }) => ({
              id,
              name,
              count: result.checks.filter(({ outcome }) => outcomes.includes(outcome)).length,
            })),
            { id: 'unmeasured' as const, name: 'Not measured', count: coverage.unmeasured.length },
          ]}
        />
        {part === 'todo' && checks.length === 0 && <p className="py-4">Every check passed.</p>}
        {part === 'todo' ? (
          <ul className="divide-y divide-line border-line border-t">
            <CheckRows checks={checks} />
          </ul>
        ) : (
          (Object.keys(categoryNames) as CheckResult['category'][]).map((name) => (
            <Category
              key={name}
              name={name}
              checks={checks.filter((check) => check.category === name)}
              unmeasured={part === 'unmeasured' ? coverage.unmeasured.filter(({ id }) => categoryOf(id) === name) : []}
              titles={titles}
              siteId={site.id}
            />
          ))
        )}
      </Section>
      <Section
        title="Coverage"
        note={`${coverage.pages.captured} of ${coverage.pages.planned} planned pages captured.`}
      >
        <ul className="grid gap-1 text-soft">
          <li>
            {coverage.pages.failed} failed, {coverage.pages.blockedByRobots} blocked by robots.txt,{' '}
            {coverage.pages.blockedByChallenge} blocked by a challenge, {coverage.pages.truncated} cut short.
          </li>
          <li>
            {coverage.renderer.available
              ? `${countWithNoun(coverage.pages.rendered, 'page')} rendered in a browser.`
              : `No page was rendered: ${coverage.renderer.reason.replaceAll('_', ' ')}.`}
          </li>
          <li>
            Sitemaps: {coverage.sitemaps.declared} declared, {coverage.sitemaps.read} read,{' '}
            {countWithNoun(coverage.sitemaps.urlsSeen, 'address', 'addresses')}.
          </li>
          <li>
            {countWithNoun(coverage.budget.requests, 'request')}, {integer(coverage.budget.bytes)} bytes
            {coverage.budget.stoppedBy === null
              ? ''
              : `; stopped early by ${coverage.budget.stoppedBy.replaceAll('_', ' ')}`}
            .
          </li>
        </ul>
        <Disclosure
          summary={`Captured: ${countWithNoun(result.pages.length, 'address', 'addresses')}`}
          className="mt-4"
        >
          <Pages result={result} />
        </Disclosure>
      </Section>
      <Captures shown={shown} runs={runs} titles={titles} against={against} />
      <Section title="Limitations">
        <Limitations texts={result.limitations} />
      </Section>
    </>
  );
}
