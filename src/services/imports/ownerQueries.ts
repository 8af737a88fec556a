import { createHash } from 'node:crypto';
import { assertFound, invalidField } from '../../domain/errors.ts';
import { readOwner } from '../../domain/identity/owner.ts';
import { ownerQueries, queryForm } from '../../domain/imports/ownerQueries.ts';
import { figureSources, figuresBySubject } from '../../domain/imports/ownerReport.ts';
import {
  candidateQueries,
  type QueryRow,
  type QuestionSuggestions,
  suggestQuestions as suggest,
} from '../../domain/imports/questionSuggestions.ts';
import { drawStrata, type FrameStratum, minDrawn, type SamplingFrame } from '../../domain/imports/samplingFrame.ts';
import { stratifiedShare } from '../../domain/statistics/stratifiedShare.ts';
import { namesOwn } from '../../domain/visibility/questionKinds.ts';
import { samplingFrames } from '../../store/imports/rows.ts';
import { listCases } from '../../store/questions/keywordCases.ts';
import { casesOfWebsite } from '../../store/visibility/answerHistory.ts';
import { findVisibilityWebsite } from '../../store/visibility/websites.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { readWebsite } from '../readWebsite.ts';
import { readSearchQueries } from '../visibility/readEngines.ts';
import { readReport } from '../visibility/readReport.ts';
import { deriveFigures, wholeReport } from './readOwnerData.ts';

const maxFrames = 20;
const maxQuestions = 100_000;

/**
 * Suggests questions that people and engines really ask: queries of imported files and of engines. Saves nothing.
 * @throws not_found
 */
export async function suggestQuestions(ctx: Ctx, { websiteId }: { websiteId: string }): Promise<QuestionSuggestions> {
  const { rows, isBranded } = await realQueries(ctx, websiteId);
  return suggest(rows, await questionsOfSite(ctx, websiteId), isBranded);
}

async function realQueries(ctx: Ctx, websiteId: string) {
  const website = assertFound(await findVisibilityWebsite(ctx.db, ctx.principal.workspaceId, websiteId), 'website');
  const owner = readOwner({ ...website, learned: [], commonWords: [] });
  const { imports, figures } = await deriveFigures(ctx, websiteId, 'query');
  const labels = new Map(figureSources(imports, figures).map(({ importId, label }) => [importId, label]));
  const rows = figures.flatMap(({ key, importId, figures: values }): QueryRow[] => {
    const metric = values.impressions == null ? 'citations' : 'impressions';
    const count = values[metric] ?? null;
    const label = labels.get(importId) ?? '';
    return count === null ? [] : [{ query: key, source: importId, label, metric, count }];
  });
  const ofEngines = { source: 'engine_searches', label: 'Searches of engines', metric: 'searches' } as const;
  const searches = await searchesOfSite(ctx, websiteId);
  const searched = searches.map(({ query, times }) => ({ ...ofEngines, query, count: times }));
  return { rows: [...rows, ...searched], isBranded: (query: string) => namesOwn(query, owner) };
}

/**
 * Draws a stratified random sample of all candidate queries in imported files, so that a score over these questions
 * estimates the whole frame. The draw is determined by the frame's digest. @throws not_found, invalid_request naming
 * `size`
 */
export async function drawQuestions(
  ctx: Ctx,
  { websiteId, size }: { websiteId: string; size: number },
): Promise<SamplingFrame> {
  const { rows, isBranded } = await realQueries(ctx, websiteId);
  const imported = candidateQueries(rows, isBranded).rows.filter(({ metric }) => metric !== 'searches');
  const frame = [...new Map(imported.toReversed().map((row) => [queryForm(row.query), row])).values()];
  if (frame.length < minDrawn)
    throw invalidField('websiteId', `has ${frame.length} candidate queries; ${minDrawn} is the minimum for a draw`);
  const text = frame
    .map(({ query, label, count }) => `${label}\t${query}\t${count}`)
    .toSorted()
    .join('\n');
  const digest = createHash('sha256').update(text).digest('hex');
  const orderOf = (query: string): number =>
    createHash('sha256').update(`${digest}\n${query}`).digest().readUIntBE(0, 6) / 2 ** 48;
  const samplingFrame: SamplingFrame = {
    id: ctx.runtime.newId('frame'),
    websiteId,
    digest,
    size: frame.length,
    strata: drawStrata(frame, size, orderOf),
    createdAt: nowIso(ctx),
  };
  await samplingFrames.insert(ctx.db, ctx.principal.workspaceId, samplingFrame);
  return samplingFrame;
}

/** Lists drawn samples with estimates for their whole frame, from their answers by one engine. @throws not_found */
export async function listQuestionFrames(
  ctx: Ctx,
  { websiteId, engine }: { websiteId: string; engine?: string | undefined },
) {
  const report = await readReport(ctx, 'prompts', wholeReport(websiteId, { engine, limit: maxQuestions }));
  const listed = new Map<string, boolean>();
  for (const { question, targetStatus } of report.questions.rows) {
    if (targetStatus === 'listed' || targetStatus === 'not_listed')
      listed.set(queryForm(question), targetStatus === 'listed');
  }
  const frames = await samplingFrames.list(ctx.db, ctx.principal.workspaceId, { websiteId, count: maxFrames });
  return frames.map((frame) => ({ ...frame, engine: report.engine, estimate: buildEstimate(frame.strata, listed) }));
}

/** Share of a frame's questions that list the website, in points; null while a stratum has no decided answer. */
function buildEstimate(strata: readonly FrameStratum[], listed: ReadonlyMap<string, boolean>) {
  const counts = strata.map(({ size, drawn }) => {
    const knownItems = drawn.flatMap((query) => listed.get(queryForm(query)) ?? []);
    return { size, known: knownItems.length, yes: knownItems.filter(Boolean).length };
  });
  const share = stratifiedShare(counts);
  return {
    drawn: strata.reduce((sum, stratum) => sum + stratum.drawn.length, 0),
    known: counts.reduce((sum, { known }) => sum + known, 0),
    score: share === null ? null : 100 * share.share,
    interval95: share === null ? null : { lower: 100 * share.interval.lower, upper: 100 * share.interval.upper },
  };
}

const maxSearches = 100_000;

/**
 * Lists queries of the owner's files, with the saved question and the engines' searches that have the same text.
 * @throws not_found
 */
export async function listOwnerQueries(ctx: Ctx, { websiteId, limit }: { websiteId: string; limit: number }) {
  await readWebsite(ctx, websiteId);
  const { imports, figures } = await deriveFigures(ctx, websiteId, 'query');
  const [questions, searches] = await Promise.all([questionsOfSite(ctx, websiteId), searchesOfSite(ctx, websiteId)]);
  const bySubject = figuresBySubject(imports, figures, ({ key }) => key);
  const rows = ownerQueries(bySubject, questions, searches);
  return { sources: figureSources(imports, figures), total: rows.length, rows: rows.slice(0, limit) };
}

/** Lists saved questions about a website, each once. */
async function questionsOfSite(ctx: Ctx, websiteId: string): Promise<{ id: string; query: string }[]> {
  const { workspaceId } = ctx.principal;
  const cases = await casesOfWebsite(ctx.db, workspaceId, websiteId);
  const ids = new Map(cases.map(({ id, questionId }) => [id, questionId]));
  const questions = new Map<string, string>();
  for (const { id, query } of await listCases(ctx.db, workspaceId)) {
    const questionId = ids.get(id);
    if (questionId !== undefined) questions.set(questionId, query);
  }
  return [...questions].map(([id, query]) => ({ id, query }));
}

/** Lists the searches of engines for the website's answers, as sent. */
async function searchesOfSite(ctx: Ctx, websiteId: string): Promise<{ query: string; times: number }[]> {
  const query = { ...wholeReport(websiteId, { limit: maxSearches }), questionId: null };
  const { searches } = await readSearchQueries(ctx, query);
  return searches.rows.map(({ query, times }) => ({ query, times }));
}
