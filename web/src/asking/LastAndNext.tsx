import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { plansQuery } from '../api/planQueries.ts';
import { lastAnswerQuery, questionsQuery, sitesQuery } from '../api/queries.ts';
import { shortAgo, shortTime, Time, utc } from '../format/times.tsx';
import { findNextRound } from './nextRound.ts';

/** Refresh interval of plans where they are only named, in milliseconds: they change slowly. */
const pollAgainMs = 60_000;

/** Shows when the questions of the website in view were last answered, and when a plan asks them next. */
export function LastAndNext({ siteId }: { siteId: string }) {
  const site = useQuery(sitesQuery).data?.find(({ id }) => id === siteId);
  const at = useQuery(lastAnswerQuery(siteId)).data;
  const plans = useQuery({ ...plansQuery, refetchInterval: pollAgainMs }).data;
  // Only a plan of single questions without a website must be matched by its questions.
  const isUnclear = plans?.some(({ state, questions }) => state === 'active' && questions.websiteId === null) === true;
  const questions = useQuery({ ...questionsQuery(siteId), enabled: isUnclear }).data;
  if (site === undefined || at === undefined || plans === undefined || (isUnclear && questions === undefined)) {
    return null;
  }
  const next = findNextRound(plans, siteId, questions ?? []);
  return (
    <p className="truncate text-small text-soft">
      <span className="sr-only">
        <bdi>{site.name}</bdi>:{' '}
      </span>
      {at === null ? 'never asked' : <Time iso={at} shown={`asked ${shortAgo(at)}`} />}
      {' · '}
      {next === null ? (
        <Link to="/plans" className="hover:underline">
          no round due
        </Link>
      ) : (
        <Link
          to="/plans/$planId"
          params={{ planId: next.id }}
          title={`${next.name}: next round ${utc(next.nextDueAt)}`}
          className="hover:underline"
        >
          next {shortTime(next.nextDueAt)}
        </Link>
      )}
    </p>
  );
}
