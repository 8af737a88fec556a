import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { VisibilityOverview, Website, WebsiteResult } from '../../../../src/contract/wireTypes.ts';
import { call } from '../../api/http.ts';
import { plansQuery } from '../../api/planQueries.ts';
import { runQuery, runsQuery } from '../../api/queries.ts';
import type { ReportFilters } from '../../api/reports.ts';
import { declaredRivalsQuery, rivalsChanged } from '../../api/rivalQueries.ts';
import { useCapture } from '../../api/useCapture.ts';
import { citationsQuery } from '../../api/visibilityQueries.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { AnswersLink } from '../../ui/AnswersLink.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { useIsViewer } from '../../ui/ForMembers.tsx';
import { Failure } from '../../ui/Notice.tsx';

type Props = { site: Website; report: VisibilityOverview; filters: ReportFilters };

/** Shows the first findings about a new website, each with one button, and offers a plan. Hidden once it has a plan. */
export function FirstActs({ site, report, filters }: Props) {
  const isViewer = useIsViewer();
  const plans = useQuery({ ...plansQuery, refetchInterval: false }).data;
  if (isViewer || plans === undefined) return null;
  if (plans.some(({ questions }) => (questions.websiteId ?? site.id) === site.id)) return null;
  return (
    <section
      aria-label="Next steps"
      className="screen-only grid gap-x-8 gap-y-4 py-3 text-small sm:grid-cols-2 xl:grid-cols-4"
    >
      <FoundRival site={site} report={report} />
      <FoundSource site={site} filters={filters} />
      <SiteCheck site={site} />
      <Finding text="A plan repeats your questions. It buys nothing until you activate it.">
        <Link to="/plans" search={{ make: site.id }} className={buttonLook('plain', true)}>
          Plan weekly rounds
        </Link>
      </Finding>
    </section>
  );
}

function Finding({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <div className="grid content-between justify-items-start gap-1.5">
      <p>{text}</p>
      {children}
    </div>
  );
}

/** The domain recommended most often, until a rival is declared. */
function FoundRival({ site, report }: Omit<Props, 'filters'>) {
  const rivals = useQuery(declaredRivalsQuery(site.id)).data;
  const declare = useMutation({
    mutationFn: (domain: string) => call('declareRival', { id: site.id, domain }),
    onSuccess: () => rivalsChanged(site.id),
  });
  const top = report.domains.rows.find(({ own }) => !own);
  if (rivals?.length !== 0 || top === undefined) return null;
  return (
    <Finding
      text={
        <>
          <bdi>{top.domain}</bdi> is recommended in{' '}
          <AnswersLink find={{ names: top.domain }} count={top.appearances}>
            {countWithNoun(top.appearances, 'answer')}
          </AnswersLink>
          .
        </>
      }
    >
      <Button small busy={declare.isPending} onClick={() => declare.mutate(top.domain)}>
        Add rival
      </Button>
      {declare.isError && <Failure error={declare.error} />}
    </Finding>
  );
}

/** The other domain that most answers cite. */
function FoundSource({ site, filters }: Omit<Props, 'report'>) {
  const rows = useQuery(citationsQuery(site.id, filters)).data?.domains.rows ?? [];
  const top = rows.filter(({ owned }) => !owned).toSorted((one, other) => other.answers - one.answers)[0];
  if (top === undefined) return null;
  return (
    <Finding
      text={
        <>
          <bdi>{top.domain}</bdi> is cited in{' '}
          <AnswersLink find={{ cites: top.domain }} count={top.answers}>
            {countWithNoun(top.answers, 'answer')}
          </AnswersLink>
          .
        </>
      }
    >
      <Link to="/sites/$siteId/sources" params={{ siteId: site.id }} className={buttonLook('plain', true)}>
        All sources
      </Link>
    </Finding>
  );
}

const isActive = (status: string): boolean => ['queued', 'running', 'requires_action'].includes(status);

/** Result of the newest capture, or a button that starts one. */
function SiteCheck({ site }: { site: Website }) {
  const captures = useQuery({
    ...runsQuery({ kind: 'website', websiteId: site.id, limit: 1 }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => isActive(status)) === true ? 2_000 : false),
  }).data;
  const last = captures?.items[0];
  const isDone = last?.status === 'completed';
  const read = useQuery({ ...runQuery('website', last?.id ?? ''), enabled: isDone }).data;
  const capture = useCapture(site.id);
  if (captures === undefined) return null;
  if (last === undefined) {
    return (
      <Finding text={<bdi>{site.domain}</bdi>}>
        <Button small busy={capture.isPending} onClick={() => capture.mutate()}>
          Check pages now (free; about 80 requests to your site)
        </Button>
        {capture.isError && <Failure error={capture.error} />}
      </Finding>
    );
  }
  const result = read?.run?.result as WebsiteResult | null | undefined;
  const count = result?.checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn').length;
  return (
    <Finding
      text={
        count !== undefined
          ? `The check of your pages found ${countWithNoun(count, 'problem')}.`
          : isActive(last.status) || isDone
            ? 'Checking your pages…'
            : 'The last capture failed'
      }
    >
      <Link to="/sites/$siteId/website" params={{ siteId: site.id }} className={buttonLook('plain', true)}>
        Open the check
      </Link>
    </Finding>
  );
}
