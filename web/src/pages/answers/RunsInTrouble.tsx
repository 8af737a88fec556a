import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { runsQuery } from '../../api/queries.ts';
import { countWithNoun, integer } from '../../format/numbers.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Reason } from '../../ui/Reason.tsx';

/** Number of newest runs that show how the last round went. */
const newestRuns = 50;
/** Maximum share of failures in a normal round. */
const maxFailedPart = 0.25;

/**
 * Warns if a website's newest day of asking gave no answers, or if more than a quarter of its runs failed. Fewer
 * failures are counted at Activity in the navigation.
 */
export function RunsInTrouble({ siteId }: { siteId: string }) {
  const newest = useQuery({
    ...runsQuery({ websiteId: siteId, kind: 'keyword', limit: newestRuns }),
    staleTime: 15_000,
  }).data;
  const stuck = newest?.items.filter(({ status }) => status === 'requires_action') ?? [];
  const day = newest?.items[0]?.createdAt.slice(0, 10);
  const round = newest?.items.filter(({ createdAt }) => createdAt.startsWith(day ?? '')) ?? [];
  const failed = round.filter(({ status }) => status === 'failed');
  const answers = round.filter(({ status }) => status === 'completed');
  const isFailing = failed.length > 0 && (answers.length === 0 || failed.length > round.length * maxFailedPart);
  if (stuck.length === 0 && !isFailing) return null;
  const latest = stuck[0] ?? failed[0];
  return (
    <div className="screen-only mb-3">
      <Notice
        tone="caution"
        title={[
          ...(stuck.length > 0 ? [countWithNoun(stuck.length, 'run needs attention', 'runs need attention')] : []),
          ...(isFailing
            ? [`${integer(failed.length)} of the newest ${countWithNoun(round.length, 'run')} failed`]
            : []),
        ].join('; ')}
      >
        <p>
          {latest?.error != null && <Reason text={latest.error} />}{' '}
          <Link
            to="/activity"
            search={{ site: siteId, status: stuck.length > 0 ? 'requires_action' : 'failed' }}
            className="link"
          >
            {stuck.length > 0 ? 'See the runs that need attention' : 'See the failed runs'}
          </Link>
        </p>
      </Notice>
    </div>
  );
}
