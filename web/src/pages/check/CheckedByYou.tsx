import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { latestAuditQuery } from '../../api/auditQueries.ts';
import { percentRange } from '../../format/numbers.ts';
import { checkedText, correctedText } from './standingText.ts';

/** Shows how well a score's answers were read, by the newest audit, or offers to begin one. */
export function CheckedByYou({ siteId, engine }: { siteId: string; engine: string }) {
  const latest = useQuery(latestAuditQuery(siteId)).data;
  if (latest === undefined) return null;
  const standing = latest.latest?.standings.find((one) => one.engine === engine && one.checked > 0);
  return (
    <p className="min-h-6 text-small text-soft">
      {standing === undefined ? (
        <Link
          to="/sites/$siteId/check"
          params={{ siteId }}
          search={(now) => now}
          className="screen-only inline-block leading-6 hover:text-ink hover:underline"
        >
          Check how well these answers are read
        </Link>
      ) : (
        <>
          <Link to="/sites/$siteId/check" params={{ siteId }} search={(now) => now} className="hover:underline">
            {checkedText(standing)}
          </Link>
          {standing.rightShare !== null && ` (${percentRange(standing.rightShare.interval95)} right)`}
          {` · Score ${correctedText(standing)}`}
        </>
      )}
    </p>
  );
}
