import type { PageOutcome } from '../../domain/citedPages/citedPage.ts';
import { keepDays, pagesPerDay } from '../../domain/citedPages/citedPage.ts';
import type { CitedPageReading } from '../../domain/citedPages/readCitedPage.ts';
import { unwrapUrl } from '../../domain/citedPages/redirectWrapper.ts';
import { unreadFacts } from '../../domain/citedPages/unreadFacts.ts';
import type { PageVisit } from '../../ports/pageCapture.ts';
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
} from '../../store/citedPages/citedHostRows.ts';
import {
  type CitedPage,
  countReadingsSince,
  markArchiveDeleted,
  newestReadings,
  oldArchives,
  setIdle,
} from '../../store/citedPages/citedPageRows.ts';
import { agentOf, robotsToken } from '../captures/captureWebsite.ts';
import { keepLease } from '../keepLease.ts';
import { nowIso, steadyIso, type World } from '../world.ts';
import { judgeFetched, loadAsked, saveJudgedAgain, saveReading } from './judgePage.ts';
import { queueCitedPages } from './queuePages.ts';

/** A server that asked to be left alone is left alone for so long. */
const restMs = 60 * 60_000;
const dayMs = 86_400_000;
const pagesPerVisit = 200;

/** Hosts with work that this process now has, at most so many. */
export async function leaseCitedHosts(world: World, room: number): Promise<string[]> {
  if (room <= 0) return [];
  const now = steadyIso(world);
  const leased: string[] = [];
  for (const host of await hostsWithWork(world.db, now, room)) {
    if (await leaseHost(world.db, host, now, steadyIso(world, world.settings.captureLeaseMs))) leased.push(host);
  }
  return leased;
}

/** Reads what waits of one host, page after page, and judges again what is to be judged again. */
export async function readCitedHost(world: World, host: string, isStopping: () => boolean): Promise<void> {
  const endLease = keepLease(world, { what: 'a host', id: host, leaseMs: world.settings.captureLeaseMs }, (until) =>
    extendHost(world.db, host, until),
  );
  let pauseMs = world.settings.captureLimits.minIntervalMs ?? 1_000;
  try {
    for (const page of await pagesOfHost(world.db, host, 'reading', pagesPerVisit)) await endInterrupted(world, page);
    for (const page of await pagesOfHost(world.db, host, 'judging', pagesPerVisit)) await judgeAgain(world, page);
    if (await readWaiting(world, host, isStopping)) pauseMs = restMs;
  } finally {
    await endLease();
    await extendHost(world.db, host, steadyIso(world, pauseMs));
  }
}

/** True if the server is to be left alone for a while. */
async function readWaiting(world: World, host: string, isStopping: () => boolean): Promise<boolean> {
  const request = { agent: agentOf(world.settings), robotsToken, limits: world.settings.captureLimits };
  let visit: PageVisit | null = null;
  let isLeft = false;
  for (const page of await pagesOfHost(world.db, host, 'waiting', pagesPerVisit)) {
    if (isStopping()) return false;
    if (!(await hasBudget(world, page.workspaceId))) {
      isLeft = true;
      continue;
    }
    visit ??= await world.capture.visit(request, { shouldStop: isStopping });
    const end = await readOne(world, visit, page);
    if (end !== 'read') return end === 'overloaded';
  }
  // Pages that wait for tomorrow are tried again in a while and not at once.
  return isLeft;
}

async function hasBudget(world: World, workspaceId: string): Promise<boolean> {
  const today = `${nowIso(world).slice(0, 10)}T00:00:00.000Z`;
  return (await countReadingsSince(world.db, workspaceId, today)) < pagesPerDay;
}

/** One page: noted before its one request, archived unless reserved, judged, saved. */
async function readOne(world: World, visit: PageVisit, page: CitedPage): Promise<'read' | 'stopped' | 'overloaded'> {
  const id = world.runtime.newId('cread');
  if (!(await beginReading(world.db, page.id, id))) return 'read';
  const attempt = await visit.read(unwrapUrl(page.url), id);
  if (attempt.kind === 'stopped') {
    await backToWaiting(world.db, page.id);
    return attempt.overloaded ? 'overloaded' : 'stopped';
  }
  if (attempt.kind === 'robots') {
    await saveUnread(world, page, id, 'robots_disallowed');
    return 'read';
  }
  const reading = await judgeFetched(world, page, attempt.page);
  if (reading === null) {
    await saveUnread(world, page, id, 'unreachable');
    return 'read';
  }
  const days = await findKeepDays(world.db, page.workspaceId, keepDays.usual);
  const isKept = days > 0 && !reading.facts.reserved && attempt.page.fetch.body !== null;
  if (isKept) await world.evidence.write(attempt.bundle);
  await saveReading(world, page, id, reading, isKept ? 'kept' : 'none');
  return 'read';
}

async function saveUnread(
  world: World,
  page: CitedPage,
  id: string,
  outcome: PageOutcome,
  interrupted = false,
): Promise<void> {
  const wishes = await loadAsked(world, page);
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
  await saveReading(world, page, id, reading, 'none');
}

/**
 * A page in whose reading a process ended. Where its archive was written it is judged from there; else its request may have
 * been sent, so it is not sent again before the next reading is asked for.
 */
async function endInterrupted(world: World, page: CitedPage): Promise<void> {
  const id = page.pendingId ?? world.runtime.newId('cread');
  const frozen = await world.evidence.read(id);
  const fetch = frozen.kind === 'found' ? frozen.bundle.fetches[0] : undefined;
  const reading = fetch === undefined ? null : await judgeFetched(world, page, { fetch, probe: null });
  if (reading === null) await saveUnread(world, page, id, 'unreachable', true);
  else await saveReading(world, page, id, reading, 'kept');
}

async function judgeAgain(world: World, page: CitedPage): Promise<void> {
  const reading = (await newestReadings(world.db, page.workspaceId, [page])).get(page.id);
  const frozen = reading?.archive === 'kept' ? await world.evidence.read(reading.id) : null;
  const fetch = frozen?.kind === 'found' ? frozen.bundle.fetches[0] : undefined;
  const judged = fetch === undefined ? null : await judgeFetched(world, page, { fetch, probe: null });
  if (reading === undefined || judged === null) await setIdle(world.db, page.id, null);
  else await saveJudgedAgain(world, page, reading, judged);
}

/** Queues the pages of plans whose owners want that after each round. */
export async function queueAfterRounds(world: World): Promise<void> {
  for (const { planId, workspaceId, websiteId, round } of await endedRounds(world.db)) {
    await queueCitedPages({ ...world, principal: { workspaceId } }, websiteId);
    await markRound(world.db, planId, round);
  }
}

/** Deletes archives past the retention of their workspace; what was read of the pages stays. */
export async function deleteOldArchives(world: World): Promise<void> {
  const due = await oldArchives(world.db, keepDays.usual, (days) => nowIso(world, -days * dayMs));
  for (const { id } of due) {
    await world.evidence.delete(id);
    await markArchiveDeleted(world.db, id);
  }
}
