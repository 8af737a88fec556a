import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { asksQuery } from '../api/askQueries.ts';
import { keepSending } from './keepSending.ts';
import { refreshReports } from './refreshReports.ts';

/** Sends this person's queued questions on every page, and refreshes the page when answers arrive. */
export function AskKeeper() {
  const asks = useQuery(asksQuery).data;
  const own = asks?.filter(({ yours, round }) => yours && round.state === 'open' && round.counts.waiting > 0);
  const planId = own?.[0]?.planId ?? null;
  useEffect(() => (planId === null ? undefined : keepSending(planId)), [planId]);

  // Without a watcher only this page sends pending requests.
  const needsPage = own?.some(({ watched }) => !watched) === true;
  useEffect(() => {
    if (!needsPage) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [needsPage]);

  const ends = asks?.map(({ planId: id, round: { number, counts } }) => {
    const { waiting, running, requests } = counts;
    return `${id}:${number}:${requests - waiting - running}`;
  });
  const seenText = ends?.join(' ') ?? null;
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (before.current !== null && seenText !== null && before.current !== seenText) void refreshReports();
    before.current = seenText;
  }, [seenText]);
  return null;
}
