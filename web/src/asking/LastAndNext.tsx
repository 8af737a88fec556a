import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Plan, plansQuery } from '../api/planQueries.ts';
import { type Question, questionsQuery, runsQuery, sitesQuery } from '../api/queries.ts';
import { Time } from '../format/times.tsx';

/** Plans change slowly where they are only named, in milliseconds. */
const lookAgainMs = 60_000;

/** On every page: when the questions of the website in view were last answered, and when a plan asks them next. */
export function LastAndNext({ siteId }: { siteId: string }) {
  const site = useQuery(sitesQuery).data?.find(({ id }) => id === siteId);
  const latest = useQuery({
    ...runsQuery({ websiteId: siteId, kind: 'keyword', status: 'completed', limit: 1 }),
    staleTime: lookAgainMs,
  }).data;
  const plans = useQuery({ ...plansQuery, refetchInterval: lookAgainMs }).data;
  const active = plans?.filter((plan) => plan.state === 'active' && !plan.keyRevoked) ?? [];
  // Only a plan that names questions, and no website, has to be looked up in them.
  const isUnclear = active.some(({ questions }) => questions.websiteId === null);
  const questions = useQuery({ ...questionsQuery(siteId), enabled: isUnclear }).data;
  // The place of the line from the start: nothing below it moves.
  const look = '-mt-4 mb-3 min-h-5 text-small text-soft';
  if (site === undefined || latest === undefined || plans === undefined || (isUnclear && questions === undefined)) {
    return <p className={look} aria-hidden="true" />;
  }
  const [run] = latest.items;
  const [next] = active
    .filter((plan) => isAbout(plan, siteId, questions ?? []))
    .flatMap(({ id, name, nextDueAt }) => (nextDueAt === null ? [] : [{ id, name, nextDueAt }]))
    .sort((one, other) => (one.nextDueAt < other.nextDueAt ? -1 : 1));
  return (
    <p className={look}>
      <bdi>{site.name}</bdi>:{' '}
      {run === undefined ? (
        'never answered yet'
      ) : (
        <>
          last asked <Time iso={run.observedAt ?? run.createdAt} age />
        </>
      )}
      {next === undefined ? (
        <>
          ; no round is due.{' '}
          <Link to="/plans" className="link screen-only">
            Plans
          </Link>
        </>
      ) : (
        <>
          ; next round <Time iso={next.nextDueAt} />, of{' '}
          <Link to="/plans/$planId" params={{ planId: next.id }} className="link">
            <bdi>{next.name}</bdi>
          </Link>
          .
        </>
      )}
    </p>
  );
}

function isAbout({ questions: asked }: Plan, siteId: string, own: readonly Question[]): boolean {
  const { websiteId, questionIds, tags } = asked;
  if (websiteId !== null) return websiteId === siteId;
  if (tags !== null) {
    const wanted = new Set(tags.map((tag) => tag.toLowerCase()));
    return own.some((question) => question.tags.some((tag) => wanted.has(tag.toLowerCase())));
  }
  return own.some(({ id }) => questionIds?.includes(id) === true);
}
