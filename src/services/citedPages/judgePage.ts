import { readDefinitions, readLinks } from '../../domain/answer/answerLinks.ts';
import { plainText } from '../../domain/answer/plainText.ts';
import type { KeywordResult } from '../../domain/answer/savedReading.ts';
import { type PageFacts, pageRule } from '../../domain/citedPages/citedPage.ts';
import { lostFact } from '../../domain/citedPages/lostFact.ts';
import type {
  CitedPageReading,
  CitingSentence,
  CitingWebsite,
  FetchedPage,
} from '../../domain/citedPages/readCitedPage.ts';
import { supportRule } from '../../domain/support/supportVerdict.ts';
import {
  type CitedPage,
  endPageWork,
  insertReading,
  insertViews,
  listViews,
  newestReadings,
  type PageReading,
  type PageViewRow,
} from '../../store/citedPages/pages.ts';
import { listPairs, saveJudgements } from '../../store/citedPages/supports.ts';
import { inTransaction, type Tx } from '../../store/database/transaction.ts';
import { listFacts } from '../../store/facts/rows.ts';
import { currentResults } from '../../store/runs/results.ts';
import { findVisibilityWebsite } from '../../store/visibility/websites.ts';
import { recordAlerts } from '../alerts/recordAlerts.ts';
import { type AppContext, nowIso } from '../appContext.ts';
import { findLosses } from './lostPages.ts';

/** Loads which websites' answers cite a page, and for which sentences. */
export async function loadCitingWebsites(app: AppContext, page: CitedPage): Promise<CitingWebsite[]> {
  const { workspaceId } = page;
  const pairs = await listPairs(app.db, workspaceId, { pageId: page.id });
  const results = await currentResults(app.db, workspaceId, [...new Set(pairs.map(({ runId }) => runId))]);
  const wishes: CitingWebsite[] = [];
  for (const [websiteId, ofWebsite] of Map.groupBy(pairs, (pair) => pair.websiteId)) {
    const website = await findVisibilityWebsite(app.db, workspaceId, websiteId);
    if (website === null) continue;
    const sentences = ofWebsite.map(({ runId, start, end, language, fragments }): CitingSentence => {
      const text = (results.get(runId)?.result as KeywordResult | undefined)?.text ?? '';
      return { runId, start, end, language, fragments, text: start < 0 ? '' : readSentence(text, start, end) };
    });
    wishes.push({ website, facts: await listFacts(app.db, workspaceId, websiteId), sentences });
  }
  return wishes;
}

const readSentence = (text: string, start: number, end: number): string =>
  plainText(text, start, end, readLinks(text, readDefinitions(text)));

/** Reads a fetched page in a separate thread, so that no text can block the server; null: the reading was stopped. */
export async function judgeFetched(
  app: AppContext,
  page: CitedPage,
  fetched: FetchedPage,
): Promise<CitedPageReading | null> {
  const reading = await app.texts.read('citedPage', fetched, await loadCitingWebsites(app, page));
  if (reading.kind === 'read') return reading.value;
  app.log.warn({ id: page.id, by: reading.by, cause: reading.message }, 'the reading of a cited page was interrupted');
  return null;
}

/**
 * Saves a new reading completely, in one transaction, after which the page is idle. If the page was forgotten in the
 * meantime, nothing is kept, not even its archive.
 */
export async function saveReading(
  app: AppContext,
  page: CitedPage,
  id: string,
  judged: CitedPageReading,
  archive: PageReading['archive'],
): Promise<void> {
  const { facts, websites } = judged;
  const readAt = nowIso(app);
  const before = (await newestReadings(app.db, page.workspaceId, [page])).get(page.id) ?? null;
  const reading: PageReading = {
    ...{ id, pageId: page.id, readAt, rule: pageRule, facts, archive },
    changedAt: changeTime(before, facts, readAt),
  };
  const losses = await findLosses(app, page, before, judged, readAt);
  const isSaved = await inTransaction(app.db, async (tx) => {
    if (!(await endPageWork(tx, page.id, id))) return false;
    const views = await viewsWithLoss(tx, before, websites, facts, readAt);
    await insertReading(tx, page.workspaceId, reading, views);
    await saveSupport(tx, page, id, websites);
    const about = { workspaceId: page.workspaceId, kind: 'source_lost' } as const;
    if (losses.length > 0) await recordAlerts(tx, app, about, () => losses.map(lostFact));
    return true;
  });
  if (!isSaved && archive === 'kept') await app.evidence.delete(id);
}

/** Judges the archive of the newest reading again, by the current rules and for the current answers. */
export async function saveJudgedAgain(
  app: AppContext,
  page: CitedPage,
  reading: PageReading,
  { websites }: CitedPageReading,
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    if (!(await endPageWork(tx, page.id, null))) return;
    for (const { websiteId, view, facts } of websites) {
      const earlier = (await listViews(tx, websiteId, [reading.id])).get(reading.id);
      await insertViews(tx, reading, [{ websiteId, view, facts, lostSince: earlier?.lostSince ?? null }]);
    }
    await saveSupport(tx, page, reading.id, websites);
  });
}

function changeTime(before: PageReading | null, facts: PageFacts, readAt: string): string | null {
  if (before === null || facts.textDigest === null || before.facts.textDigest === null)
    return before?.changedAt ?? null;
  return before.facts.textDigest === facts.textDigest ? before.changedAt : readAt;
}

/**
 * A page that named the website before and no longer does is lost since this reading; a page that could not be read
 * changes nothing.
 */
async function viewsWithLoss(
  tx: Tx,
  before: PageReading | null,
  websites: CitedPageReading['websites'],
  { outcome }: PageFacts,
  readAt: string,
): Promise<PageViewRow[]> {
  const rows: PageViewRow[] = [];
  for (const { websiteId, view, facts } of websites) {
    const earlier = before === null ? undefined : (await listViews(tx, websiteId, [before.id])).get(before.id);
    const isLost = outcome === 'read' && view?.namesUs === false;
    const wasNamed = earlier?.view?.namesUs === true;
    const lostSince = !isLost ? null : wasNamed ? readAt : (earlier?.lostSince ?? null);
    // While the page cannot be read, the result of its last reading stays.
    const latest = view ?? (outcome === 'read' ? null : (earlier?.view ?? null));
    rows.push({
      websiteId,
      view: latest,
      facts,
      lostSince: outcome === 'read' ? lostSince : (earlier?.lostSince ?? null),
    });
  }
  return rows;
}

async function saveSupport(
  tx: Tx,
  page: CitedPage,
  readingId: string,
  websites: CitedPageReading['websites'],
): Promise<void> {
  const by = { workspaceId: page.workspaceId, pageId: page.id, readingId, rule: supportRule };
  for (const { support } of websites) await saveJudgements(tx, by, support);
}
