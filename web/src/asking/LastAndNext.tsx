import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Plan, plansQuery } from '../api/planQueries.ts';
import { type Question, questionsQuery } from '../api/queries.ts';
import { Time } from '../format/times.tsx';

/** Plans change slowly where they are only named, in milliseconds. */
const lookAgainMs = 60_000;

/** When the questions of a website were last answered, and when a plan asks them next. */
export function LastAndNext({ siteId }: { siteId: string }) {
  const questions = useQuery(questionsQuery(siteId)).data;
  const plans = useQuery({ ...plansQuery, refetchInterval: lookAgainMs }).data;
  // The place of the line from the start: nothing below it moves.
  if (questions === undefined || plans === undefined) return <p className="mt-1 h-5 text-small" aria-hidden="true" />;
  if (questions.length === 0) return null;
  const answered = questions.flatMap(({ engines }) =>
    engines.flatMap(({ lastAnswer }) => lastAnswer?.observedAt ?? []),
  );
  const last = answered.reduce<string | null>((one, other) => (one === null || other > one ? other : one), null);
  const own = plans.filter((plan) => plan.state === 'active' && !plan.keyRevoked && isAbout(plan, siteId, questions));
  const [next] = own
    .flatMap(({ id, name, nextDueAt }) => (nextDueAt === null ? [] : [{ id, name, nextDueAt }]))
    .sort((one, other) => (one.nextDueAt < other.nextDueAt ? -1 : 1));
  return (
    <p className="mt-1 min-h-5 text-small">
      {last === null ? (
        'Never answered yet'
      ) : (
        <>
          Last asked <Time iso={last} age />
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
  if (websiteId !== null && websiteId !== siteId) return false;
  if (tags !== null) {
    const wanted = new Set(tags.map((tag) => tag.toLowerCase()));
    return own.some((question) => question.tags.some((tag) => wanted.has(tag.toLowerCase())));
  }
  return websiteId !== null || own.some(({ id }) => questionIds?.includes(id) === true);
}
