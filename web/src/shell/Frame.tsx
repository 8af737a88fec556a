import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatches, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { answerQuery, sessionQuery, sitesQuery } from '../api/queries.ts';
import { AskKeeper } from '../asking/AskKeeper.tsx';
import { PrintNotes } from '../ui/PrintNotes.tsx';
import { Keyboard } from './Keyboard.tsx';
import { rememberReport } from './lastReport.ts';
import { lastSite, rememberSite } from './lastSite.ts';
import { Rail } from './Rail.tsx';
import { SkipLink } from './SkipLink.tsx';
import { TopBar } from './TopBar.tsx';

/** Frames every page that needs a session. */
export function Frame({ children }: { children?: ReactNode }) {
  const session = useQuery(sessionQuery).data;
  const sites = useQuery(sitesQuery).data ?? [];
  const matches = useMatches();
  const params = matches.reduce<Record<string, string>>((all, match) => Object.assign(all, match.params), {});
  const search = useSearch({ strict: false }) as { site?: string };
  // An answer belongs to the website of its run, whichever website was open before.
  const answeredText = useQuery({ ...answerQuery(params.runId ?? ''), enabled: false }).data?.case.target?.websiteId;
  const named = params.siteId ?? (params.runId === undefined ? undefined : answeredText) ?? search.site ?? null;
  useEffect(() => {
    if (named !== null) rememberSite(named);
  }, [named]);
  useEffect(() => {
    if (params.siteId !== undefined) rememberReport(params.siteId, search);
  }, [params.siteId, search]);
  const remembered = lastSite();
  const isKnown = (id: string | null) => sites.find((site) => site.id === id)?.id;
  const siteId = params.siteId ?? isKnown(named) ?? isKnown(remembered) ?? sites[0]?.id ?? null;
  // A new website has no data: its page offers the first questions.
  const isStart = matches.some(({ routeId }) => routeId === '/inside/start');
  // Pages of the whole workspace have no website; an answer has the website that it is about.
  const text = params.siteId ?? (params.runId === undefined ? search.site : answeredText) ?? null;
  if (session === undefined) return null;
  return (
    <>
      <SkipLink />
      <AskKeeper />
      <Keyboard siteId={siteId} />
      <div className="md:flex">
        <Rail siteId={siteId} />
        <div className="min-w-0 grow max-md:pb-20">
          <TopBar session={session} siteId={siteId} shownSiteId={isStart ? null : text} />
          <main id="main" tabIndex={-1} className="max-w-[1440px] px-4 pb-8 outline-none md:px-6">
            {children ?? <Outlet />}
          </main>
          <PrintNotes />
        </div>
      </div>
    </>
  );
}
