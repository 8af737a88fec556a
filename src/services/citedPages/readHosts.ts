import type { PageOutcome } from '../../domain/citedPages/citedPage.ts';
import { keepDays, pagesPerDay, rereadDays } from '../../domain/citedPages/citedPage.ts';
import type { CitedPageReading } from '../../domain/citedPages/readCitedPage.ts';
import { unwrapUrl } from '../../domain/citedPages/redirectWrapper.ts';
import { unreadFacts } from '../../domain/citedPages/unreadFacts.ts';
import type { PageVisit } from '../../ports/pageCapture.ts';
import { markArchiveDeleted, oldArchives } from '../../store/citedPages/archives.ts';
import {
  backToWaiting,
  beginReading,
  endedRounds,
  extendHost,
  findKeepDays,
  hostsWithWork,
  leaseHost,
  markRound,
  pagesOfHost,
  websitesUnreadSince,
} from '../../store/citedPages/hosts.ts';
import { type CitedPage, countReadingsSince, newestReadings, setIdle } from '../../store/citedPages/pages.ts';
import { type AppContext, nowIso, steadyIso } from '../appContext.ts';
import { agentOf, robotsToken } from '../captures/captureWebsite.ts';
import { keepLease } from '../keepLease.ts';
import { judgeFetched, loadAsked, saveJudgedAgain, saveReading } from './judgePage.ts';
import { queueCitedPages } from './queuePages.ts';

/** A server that asked to be left alone is left alone for so long. */
const restMs = 60 * 60_000;
const dayMs = 86_400_000;
const pagesPerVisit = 200;

/** Hosts with work that this process now has, at most so many. */
export async function leaseCitedHosts(app: AppContext, room: number): Promise<string[]> {
  if (room <= 0) return [];
  const now = steadyIso(app);
  const leased: string[] = [];
  for (const host of await hostsWithWork(app.db, now, room)) {
    if (await leaseHost(app.db, host, now, steadyIso(app, app.settings.captureLeaseMs))) leased.push(host);
  }
  return leased;
}

/** Reads what waits of one host, page after page, and judges again what is to be judged again. */
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

/** True if the server is to be left alone for a while. */
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
  // Pages that wait for tomorrow are tried again in a while and not at once.
  return isLeft;
}

async function hasBudget(app: AppContext, workspaceId: string): Promise<boolean> {
  const today = `${nowIso(app).slice(0, 10)}T00:00:00.000Z`;
  return (await countReadingsSince(app.db, workspaceId, today)) < pagesPerDay;
}

/** One page: noted before its one request, archived unless reserved, judged, saved. */
async function readOne(app: AppContext, visit: PageVisit, page: CitedPage): Promise<'read' | 'stopped' | 'overloaded'> {
  const id = app.runtime.newId('cread');
  if (!(await beginReading(app.db, page.id, id))) return 'read';
  const attempt = await visit.read(unwrapUrl(page.url), id);
  if (attempt.kind === 'stopped') {
    await backToWaiting(app.db, page.id);
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
  const wishes = await loadAsked(app, page);
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
 * A page in whose reading a process ended. Where its archive was written it is judged from there; else its request may have
 * been sent, so it is not sent again before the next reading is requested.
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
  if (reading === undefined || judged === null) await setIdle(app.db, page.id, null);
  else await saveJudgedAgain(app, page, reading, judged);
}

/** Queues the pages of plans whose owners want that after each round. */
export async function queueAfterRounds(app: AppContext): Promise<void> {
  for (const { planId, workspaceId, websiteId, round } of await endedRounds(app.db)) {
    await queueCitedPages({ ...app, principal: { workspaceId } }, websiteId);
    await markRound(app.db, planId, round);
  }
}

/** Websites are looked through for pages to read again once in so long, by this process. */
const weeklyCheckMs = 60 * 60_000;

/**
 * Creates the weekly reading of pages that matter: of websites whose pages are read after rounds, those not read for a week,
 * however far apart the rounds are.
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

/** Deletes archives past the retention of their workspace; what was read of the pages stays. */
export async function deleteOldArchives(app: AppContext): Promise<void> {
  const due = await oldArchives(app.db, keepDays.usual, (days) => nowIso(app, -days * dayMs));
  for (const { id } of due) {
    await app.evidence.delete(id);
    await markArchiveDeleted(app.db, id);
  }
}
