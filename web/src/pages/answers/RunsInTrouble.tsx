import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { runsQuery } from '../../api/queries.ts';
import { daysBefore, today } from '../../format/days.ts';
import { countWithNoun } from '../../format/numbers.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Reason } from '../../ui/Reason.tsx';

const recentDays = 7;
/** More are said to be so many and more. */
const maxCounted = 50;

/** Runs of a website that failed lately, or wait for somebody: how many, why, and what may be done. Silent without any. */
export function RunsInTrouble({ siteId }: { siteId: string }) {
  const since = `${daysBefore(today(), recentDays - 1)}T00:00:00.000Z`;
  const failed = useQuery(runsQuery({ websiteId: siteId, status: 'failed', since, limit: maxCounted })).data;
  const stuck = useQuery(runsQuery({ websiteId: siteId, status: 'requires_action', limit: maxCounted })).data;
  if ((failed?.items.length ?? 0) === 0 && (stuck?.items.length ?? 0) === 0) return null;
  const latest = stuck?.items[0] ?? failed?.items[0];
  const counted = (list: typeof failed) => {
    const count = list?.items.length ?? 0;
    return list?.nextCursor == null ? countWithNoun(count, 'run') : `more than ${countWithNoun(count, 'run')}`;
  };
  return (
    <div className="screen-only mb-6">
      <Notice
        tone="caution"
        title={[
          ...((stuck?.items.length ?? 0) > 0 ? [`${counted(stuck)} cannot go on alone`] : []),
          ...((failed?.items.length ?? 0) > 0 ? [`${counted(failed)} failed in the last ${recentDays} days`] : []),
        ].join('; ')}
      >
        {latest?.error != null && (
          <p>
            The latest: <Reason text={latest.error} />
          </p>
        )}
        <p>
          A failed run counts in no number, and asking again is a new purchase.{' '}
          <Link
            to="/activity"
            search={{
              site: siteId,
              ...((stuck?.items.length ?? 0) > 0
                ? { status: 'requires_action' }
                : { status: 'failed', days: recentDays }),
            }}
            className="link"
          >
            See {(stuck?.items.length ?? 0) > 0 ? 'what waits' : 'which failed'}, and why
          </Link>
        </p>
      </Notice>
    </div>
  );
}
