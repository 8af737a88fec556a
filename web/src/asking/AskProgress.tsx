import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { type Ask, asksQuery, isBeingAsked } from '../api/askQueries.ts';
import { fetchPage } from '../shell/fetchPage.ts';
import { nameOfAsk, useDismissed } from './dismissed.ts';

const AskedBatch = lazy(() => fetchPage(async () => ({ default: (await import('./AskedBatch.tsx')).AskedBatch })));

/** Shows live progress of the questions being asked about a website, in every tab. */
export function AskProgress({ siteId }: { siteId: string }) {
  const asks = useQuery(asksQuery).data ?? [];
  const dismissed = useDismissed();
  const visibleItems = asks.filter(
    (ask) =>
      ask.websiteIds.includes(siteId) &&
      (isBeingAsked(ask) || (ask.yours && !dismissed.has(nameOfAsk(ask)) && !isFollowed(ask, asks))),
  );
  if (visibleItems.length === 0) return null;
  return (
    <section aria-label="Questions in progress" className="screen-only -mt-3 mb-3 grid">
      {visibleItems.map((ask) => (
        <Suspense key={nameOfAsk(ask)}>
          <AskedBatch ask={ask} siteId={siteId} />
        </Suspense>
      ))}
    </section>
  );
}

/** Returns true for a finished batch if the reader has since asked something else, which hides it. */
function isFollowed({ round }: Ask, asks: readonly Ask[]): boolean {
  const { endedAt } = round;
  return endedAt !== null && asks.some(({ yours, round: later }) => yours && later.dueAt > endedAt);
}
