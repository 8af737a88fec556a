import type { PageOutcome } from '../../domain/citedPages/citedPage.ts';
import { keepDays, pagesPerDay, rereadDays } from '../../domain/citedPages/citedPage.ts';
import type { CitedPageReading } from '../../domain/citedPages/readCitedPage.ts';
import { unwrapUrl } from '../../domain/citedPages/redirectWrapper.ts';
import { unreadFacts } from '../../domain/citedPages/unreadFacts.ts';
import type { PageVisit } from '../../ports/pageCapture.ts';
import { markArchiveDeleted, oldArchives } from '../../store/citedPages/archives.ts';
import {
  beginReading,
  endedRounds,
  extendHost,
  findKeepDays,
  hostsWithWork,
  leaseHost,
  markRound,
  pagesOfHost,
  requeuePage,
  websitesUnreadSince,
} from '../../store/citedPages/hosts.ts';
import { type CitedPage, countReadingsSince, endPageWork, newestReadings } from '../../store/citedPages/pages.ts';
import { type AppContext, nowIso, steadyIso } from '../appContext.ts';
import { agentOf, robotsToken } from '../captures/captureWebsite.ts';
import { keepLease } from '../keepLease.ts';
import { judgeFetched, loadCitingWebsites, saveJudgedAgain, saveReading } from './judgePage.ts';
import { queueCitedPages } from './queuePages.ts';

/** Milliseconds for which a server that asked us to stop gets no request. */
const restMs = 60 * 60_000;
const dayMs = 86_400_000;
const pagesPerVisit = 200;

/** Maximum number of hosts that this process reads at the same time. */
export async function leaseCitedHosts(app: AppContext, room: number): Promise<string[]> {
  if (room <= 0) return [];
  const now = steadyIso(app);
  const leased: string[] = [];
  for (const host of await hostsWithWork(app.db, now, room)) {
    if (await leaseHost(app.db, host, now, steadyIso(app, app.settings.captureLeaseMs))) leased.push(host);
  }
  return leased;
}

/** Reads the queued pages of one host, one after the other, and judges archived pages again where needed. */
export async function readCitedHost(app: AppContext, host: string, isStopping: () => boolean): Promise<void> {
  const endLease = keepLease(app, { what: 'a host', id: host, leaseMs: app.settings.captureLeaseMs }, (until) =>
    extendHost(app.db, host, until),
  );
  let pauseMs = app.settings.captureLimits.minIntervalMs ?? 1_000;
  try {
    for (const page of await pagesOfHost(app.db, host, 'reading', pagesPerVisit)) await endInterrupted(app, page);
    for (const page of await pagesOfHost(app.db, host, 'judging', pagesPerVisit)) await judgeAgain(app, page);
    if (await readWaiting(app, host, isStopping)) pauseMs = restMs;
  } finally {
    await endLease();
    await extendHost(app.db, host, steadyIso(app, pauseMs));
  }
}

/** Returns true if the server must get no request for a while. */
async function readWaiting(app: AppContext, host: string, isStopping: () => boolean): Promise<boolean> {
  const request = { agent: agentOf(app.settings), robotsToken, limits: app.settings.captureLimits };
  let visit: PageVisit | null = null;
  let isLeft = false;
  for (const page of await pagesOfHost(app.db, host, 'waiting', pagesPerVisit)) {
    if (isStopping()) return false;
    if (!(await hasBudget(app, page.workspaceId))) {
      isLeft = true;
      continue;
    }
    visit ??= await app.capture.visit(request, { shouldStop: isStopping });
    const end = await readOne(app, visit, page);
    if (end !== 'read') return end === 'overloaded';
  }
  // Delays pages that must wait until tomorrow, instead of retrying them immediately.
  return isLeft;
}

async function hasBudget(app: AppContext, workspaceId: string): Promise<boolean> {
  const today = `${nowIso(app).slice(0, 10)}T00:00:00.000Z`;
  return (await countReadingsSince(app.db, workspaceId, today)) < pagesPerDay;
}

/**
 * Reads one page: saves the intent before the single request, archives the page unless its rights are reserved, judges
 * it and saves the result.
 */
async function readOne(app: AppContext, visit: PageVisit, page: CitedPage): Promise<'read' | 'stopped' | 'overloaded'> {
  const id = app.runtime.newId('cread');
  if (!(await beginReading(app.db, page.id, id))) return 'read';
  const attempt = await visit.read(unwrapUrl(page.url), id);
  if (attempt.kind === 'stopped') {
    await requeuePage(app.db, page.id);
    return attempt.overloaded ? 'overloaded' : 'stopped';
  }
  if (attempt.kind === 'robots') {
    await saveUnread(app, page, id, 'robots_disallowed');
    return 'read';
  }
  const reading = await judgeFetched(app, page, attempt.page);
  if (reading === null) {
    await saveUnread(app, page, id, 'unreachable');
    return 'read';
  }
  const days = await findKeepDays(app.db, page.workspaceId, keepDays.usual);
  const isKept = days > 0 && !reading.facts.reserved && attempt.page.fetch.body !== null;
  if (isKept) await app.evidence.write(attempt.bundle);
  await saveReading(app, page, id, reading, isKept ? 'kept' : 'none');
  return 'read';
}

async function saveUnread(
  app: AppContext,
  page: CitedPage,
  id: string,
  outcome: PageOutcome,
  interrupted = false,
): Promise<void> {
  const wishes = await loadCitingWebsites(app, page);
  const reading: CitedPageReading = {
    facts: { ...unreadFacts, outcome, finalUrl: page.url, interrupted },
    websites: wishes.map(({ website, sentences }) => ({
      websiteId: website.id,
      view: null,
      facts: [],
      support: sentences.map(({ runId, start, end }) => ({
        ...{ runId, start, end, verdict: 'not_judged', reason: 'page', run: 0, share: 0, numbers: false },
        ...{ excerpt: null, fragment: null },
      })),
    })),
  };
  await saveReading(app, page, id, reading, 'none');
}

/**
 * Finishes a page whose reading a process did not complete. If its archive exists, the page is judged from it.
 * Otherwise the request may have been sent, so it is not sent again until the next reading is requested.
 */
async function endInterrupted(app: AppContext, page: CitedPage): Promise<void> {
  const id = page.pendingId ?? app.runtime.newId('cread');
  const frozen = await app.evidence.read(id);
  const fetch = frozen.kind === 'found' ? frozen.bundle.fetches[0] : undefined;
  const reading =
    fetch === undefined ? null : await judgeFetched(app, page, { fetch, probe: null, reservations: null });
  if (reading === null) await saveUnread(app, page, id, 'unreachable', true);
  else await saveReading(app, page, id, reading, 'kept');
}

async function judgeAgain(app: AppContext, page: CitedPage): Promise<void> {
  const reading = (await newestReadings(app.db, page.workspaceId, [page])).get(page.id);
  const frozen = reading?.archive === 'kept' ? await app.evidence.read(reading.id) : null;
  const fetch = frozen?.kind === 'found' ? frozen.bundle.fetches[0] : undefined;
  const judged = fetch === undefined ? null : await judgeFetched(app, page, { fetch, probe: null, reservations: null });
  if (reading === undefined || judged === null) await endPageWork(app.db, page.id, null);
  else await saveJudgedAgain(app, page, reading, judged);
}

/** Queues the pages of plans after whose rounds cited pages are read. */
export async function queueAfterRounds(app: AppContext): Promise<void> {
  for (const { planId, workspaceId, websiteId, round } of await endedRounds(app.db)) {
    await queueCitedPages({ ...app, principal: { workspaceId } }, websiteId);
    await markRound(app.db, planId, round);
  }
}

/** Interval at which this process searches websites for pages to read again. */
const weeklyCheckMs = 60 * 60_000;

/**
 * Queues the weekly reading of often cited pages: for websites whose pages are read after rounds, pages that were not
 * read for a week, however far apart the rounds are.
 */
export function createWeeklyReading(app: AppContext): () => Promise<void> {
  const dueAt = new Map<string, number>();
  return async () => {
    const before = nowIso(app, -rereadDays * dayMs);
    for (const { workspaceId, websiteId } of await websitesUnreadSince(app.db, before)) {
      const now = app.runtime.monotonic();
      if (now < (dueAt.get(websiteId) ?? now)) continue;
      dueAt.set(websiteId, now + weeklyCheckMs);
      await queueCitedPages({ ...app, principal: { workspaceId } }, websiteId, 'often_cited');
    }
  };
}

/** Deletes archives past their workspace's retention; the readings stay. */
export async function deleteOldArchives(app: AppContext): Promise<void> {
  const due = await oldArchives(app.db, keepDays.usual, (days) => nowIso(app, -days * dayMs));
  for (const { id } of due) {
    await app.evidence.delete(id);
    await markArchiveDeleted(app.db, id);
  }
}
