import type { KeywordResult } from '../../domain/answer/savedReading.ts';
import { languageOfAnswer } from '../../domain/citedPages/answerLanguage.ts';
import { pagesPerDay, rereadDays } from '../../domain/citedPages/citedPage.ts';
import { unwrapUrl } from '../../domain/citedPages/redirectWrapper.ts';
import { isOftenCited } from '../../domain/citedPages/sourceGaps.ts';
import type { Listing } from '../../domain/marks/listing.ts';
import { citedSentences, maxCitations } from '../../domain/support/citedSentence.ts';
import { supportRule } from '../../domain/support/supportVerdict.ts';
import { parseTextFragments, type TextFragment } from '../../domain/support/textFragment.ts';
import { normaliseUrl } from '../../domain/urls/normaliseUrl.ts';
import { forgottenHosts } from '../../store/citedPages/hosts.ts';
import {
  countReadingsSince,
  insertPage,
  newestReadings,
  pagesByUrl,
  queuePages,
} from '../../store/citedPages/pages.ts';
import { insertPairs, knownRuns, pagesToJudge, type SupportRow } from '../../store/citedPages/supports.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { findRawAnswers } from '../../store/runs/rawAnswers.ts';
import { currentResults } from '../../store/runs/results.ts';
import { type AppContext, nowIso } from '../appContext.ts';
import type { Reader } from '../visibility/reportPlace.ts';
import { citingAnswers, loadCitedAnswers } from './citedAnswers.ts';

export type QueuedPages = {
  /** Lists pages that answers cite, except the website's own. */
  cited: number;
  queued: number;
  fresh: number;
  forgotten: number;
  /** Pages judged again from their archives for new answers, without a request. */
  judgedAgain: number;
  /** Number of pages that the workspace may still read today. */
  leftToday: number;
  /** Number of answers with more citations than are compared. */
  cutAnswers: number;
};

/** Context for reading pages, for callers and the worker. */
export type PagesContext = AppContext & Pick<Reader, 'principal'>;

const dayMs = 86_400_000;

/**
 * Queues the pages that a website's latest answers cite. Buys nothing and fetches nothing itself: the worker reads the
 * pages, slowly.
 * @param matters true: only pages that are cited often @throws not_found
 */
export async function queueCitedPages(
  app: PagesContext,
  websiteId: string,
  matters: 'all' | 'often_cited' = 'all',
): Promise<QueuedPages> {
  const { workspaceId } = app.principal;
  const now = nowIso(app);
  const { answers } = await loadCitedAnswers(app, websiteId);
  const citing = [...citingAnswers({ answers })].filter(([, one]) => matters === 'all' || isOftenCited(one));
  const urls = citing.map(([url]) => url);
  const cutAnswers = await saveCitations(app, websiteId, answers, urls);
  const pages = await pagesByUrl(app.db, workspaceId, urls);
  const readings = await newestReadings(app.db, workspaceId, [...pages.values()]);
  const unread = await forgottenHosts(app.db, workspaceId);
  const toJudge = await pagesToJudge(app.db, workspaceId, websiteId, supportRule);
  const freshSince = nowIso(app, -rereadDays * dayMs);
  const all = [...pages.values()];
  const forgotten = all.filter(({ host }) => unread.has(host));
  const readable = all.filter(({ host }) => !unread.has(host));
  const fresh = readable.filter(({ id }) => (readings.get(id)?.readAt ?? '') > freshSince);
  const due = readable.filter((page) => !fresh.includes(page));
  const again = fresh.filter(({ id }) => toJudge.has(id) && readings.get(id)?.archive === 'kept');
  await inTransaction(app.db, async (tx) => {
    await queuePages(
      tx,
      workspaceId,
      due.map(({ id }) => id),
      'waiting',
      now,
    );
    await queuePages(
      tx,
      workspaceId,
      again.map(({ id }) => id),
      'judging',
      now,
    );
  });
  app.wakeWorker();
  const usedToday = await countReadingsSince(app.db, workspaceId, `${now.slice(0, 10)}T00:00:00.000Z`);
  return {
    cited: urls.length,
    queued: due.length,
    fresh: fresh.length,
    forgotten: forgotten.length,
    judgedAgain: again.length,
    leftToday: Math.max(0, pagesPerDay - usedToday),
    cutAnswers,
  };
}

/**
 * Saves pages, and the pairs of sentence and page of new answers. Returns the number of answers with left-out
 * citations.
 */
export async function saveCitations(
  app: PagesContext,
  websiteId: string,
  answers: readonly Listing[],
  urls: readonly string[],
): Promise<number> {
  const { workspaceId } = app.principal;
  const now = nowIso(app);
  const saved = await pagesByUrl(app.db, workspaceId, urls);
  const missing = urls.filter((url) => !saved.has(url));
  for (const url of missing) {
    const host = new URL(unwrapUrl(url)).host;
    await insertPage(app.db, { id: app.runtime.newId('cpage'), workspaceId, url, host }, now);
  }
  const pages = await pagesByUrl(app.db, workspaceId, urls);
  const withPairs = await knownRuns(app.db, workspaceId, websiteId);
  const fresh = answers.filter(({ attempt }) => !withPairs.has(attempt.runId));
  let cut = 0;
  for (const answer of fresh) {
    const { runId, engine } = answer.attempt;
    const result = (await currentResults(app.db, workspaceId, [runId])).get(runId)?.result as KeywordResult | undefined;
    if (result === undefined) continue;
    if (result.citations.length > maxCitations) cut += 1;
    const fragments = await loadFragments(app, answer);
    const language = languageOfAnswer(result.text);
    const rows = citedSentences(result.text, result.citations).flatMap(({ url, sentence }): PairOfAnswer[] => {
      const page = pages.get(url);
      if (page === undefined) return [];
      const place = { start: sentence?.start ?? -1, end: sentence?.end ?? -1 };
      const own = { runId, pageId: page.id, workspaceId, websiteId, engine, language };
      return [{ ...own, ...place, fragments: fragments.get(url) ?? [] }];
    });
    await inTransaction(app.db, (tx) => insertPairs(tx, rows));
  }
  return cut;
}

type PairOfAnswer = Omit<SupportRow, 'rule' | 'readingId' | 'judgement'>;

/** Text fragments of the answer's citations by normalised address, from the provider's own object. */
async function loadFragments(app: PagesContext, { attempt }: Listing): Promise<Map<string, TextFragment[]>> {
  const fragments = new Map<string, TextFragment[]>();
  const freeze = app.freezers.get(attempt.engine);
  const raw = (await findRawAnswers(app.db, app.principal.workspaceId, [attempt.runId])).get(attempt.runId);
  if (freeze === undefined || raw === undefined || !JSON.stringify(raw).includes(':~:')) return fragments;
  const frozen = freeze(raw);
  if (frozen === null) return fragments;
  for (const { url } of [...frozen.annotations, ...(frozen.cited ?? []), ...frozen.sources]) {
    const page = normaliseUrl(url);
    const ofUrl = parseTextFragments(url);
    if (page !== null && ofUrl.length > 0 && !fragments.has(page)) fragments.set(page, ofUrl);
  }
  return fragments;
}
