import type { LostPage } from '../../domain/citedPages/lostFact.ts';
import type { CitedPageReading } from '../../domain/citedPages/readCitedPage.ts';
import { isOftenCited } from '../../domain/citedPages/sourceGaps.ts';
import { type CitedPage, listViews, type PageReading } from '../../store/citedPages/pages.ts';
import type { AppContext } from '../appContext.ts';
import { citingAnswers, loadCitedAnswers } from './citedAnswers.ts';

/** Lists websites that the page named at its previous reading and no longer names, if their answers cite it often. */
export async function findLosses(
  app: AppContext,
  page: CitedPage,
  before: PageReading | null,
  { facts, websites }: CitedPageReading,
  lostAt: string,
): Promise<LostPage[]> {
  if (before === null || facts.outcome !== 'read') return [];
  const losses: LostPage[] = [];
  for (const { websiteId, view } of websites) {
    if (view?.namesUs !== false) continue;
    const earlier = (await listViews(app.db, websiteId, [before.id])).get(before.id);
    if (earlier?.view?.namesUs !== true) continue;
    const cited = await loadCitedAnswers({ ...app, principal: { workspaceId: page.workspaceId } }, websiteId);
    const citing = citingAnswers(cited).get(page.url);
    if (citing === undefined || !isOftenCited(citing)) continue;
    const { runIds, questionIds } = citing;
    losses.push({
      ...{ pageId: page.id, url: page.url, websiteId, namedAt: before.readAt, lostAt },
      ...{ questions: questionIds.length, runIds, simulated: cited.simulated },
    });
  }
  return losses;
}
