import { type OwnerQuery, ownerQueries } from '../../domain/imports/ownerQueries.ts';
import { type FigureSource, figureSources, figuresBySubject } from '../../domain/imports/ownerReport.ts';
import { listCases } from '../../store/questions/keywordCases.ts';
import { casesOfWebsite } from '../../store/visibility/answerHistory.ts';
import type { Ctx } from '../appContext.ts';
import { readSearchQueries } from '../visibility/readEngines.ts';
import { buildWebsite, deriveFigures } from './readOwnerData.ts';
import { wholeReport } from './wholeReport.ts';

const maxSearches = 100_000;

export type OwnerQueries = { sources: FigureSource[]; total: number; rows: OwnerQuery[] };

/**
 * Lists queries of the owner's files, with the saved question and the engines' searches that have the same text.
 * @throws not_found
 */
export async function listOwnerQueries(
  ctx: Ctx,
  { websiteId, limit }: { websiteId: string; limit: number },
): Promise<OwnerQueries> {
  await buildWebsite(ctx, websiteId);
  const { imports, figures } = await deriveFigures(ctx, websiteId, 'query');
  const [questions, searches] = await Promise.all([questionsOfSite(ctx, websiteId), searchesOfSite(ctx, websiteId)]);
  const rows = ownerQueries(
    figuresBySubject(imports, figures, ({ key }) => key),
    questions,
    searches,
  );
  return { sources: figureSources(imports, figures), total: rows.length, rows: rows.slice(0, limit) };
}

/** Lists saved questions about a website, each once. */
export async function questionsOfSite(ctx: Ctx, websiteId: string): Promise<{ id: string; query: string }[]> {
  const { workspaceId } = ctx.principal;
  const ids = new Map(
    (await casesOfWebsite(ctx.db, workspaceId, websiteId)).map(({ id, questionId }) => [id, questionId]),
  );
  const questions = new Map<string, string>();
  for (const { id, query } of await listCases(ctx.db, workspaceId)) {
    const questionId = ids.get(id);
    if (questionId !== undefined) questions.set(questionId, query);
  }
  return [...questions].map(([id, query]) => ({ id, query }));
}

/** Lists the searches of engines for the website's answers, as sent. */
export async function searchesOfSite(ctx: Ctx, websiteId: string): Promise<{ query: string; times: number }[]> {
  const query = { ...wholeReport(websiteId, { limit: maxSearches }), questionId: null };
  const { searches } = await readSearchQueries(ctx, query);
  return searches.rows.map(({ query, times }) => ({ query, times }));
}
