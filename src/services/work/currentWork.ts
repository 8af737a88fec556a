import { notFound } from '../../domain/errors.ts';
import { standingOf } from '../../domain/facts/factDecision.ts';
import { reports, runReport } from '../../domain/visibility/runReport.ts';
import {
  workOfChecks,
  workOfFacts,
  workOfGaps,
  workOfSuggestions,
  workOfUnreadPages,
} from '../../domain/work/findWork.ts';
import {
  byWeight,
  mergeEvidence,
  type Observed,
  type WorkEvidence,
  type WorkItem,
  workItem,
  workItemId,
} from '../../domain/work/workItem.ts';
import { latestWebsiteResult } from '../../store/captures/results.ts';
import { listFacts } from '../../store/facts/rows.ts';
import { listCases } from '../../store/questions/keywordCases.ts';
import { casesOfWebsite } from '../../store/visibility/answerHistory.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { workDecisions } from '../../store/work/rows.ts';
import type { Ctx } from '../appContext.ts';
import { listSourceGaps } from '../citedPages/sourceGaps.ts';
import { readBotVisits } from '../crawlers/crawlerReports.ts';
import { readFactBoard } from '../facts/factQuotes.ts';
import { loadReport } from '../visibility/readReport.ts';

/** More than the rules of one website ever find. */
const maxSuggestions = 500;

export type CurrentWork = { evidence: Map<string, WorkEvidence>; observed: Observed };

/** Finds all work that the saved answers, captures and logs of a website suggest now, by item id. @throws not_found */
export async function currentWork(ctx: Ctx, websiteId: string): Promise<CurrentWork> {
  const { workspaceId } = ctx.principal;
  if ((await findWebsite(ctx.db, workspaceId, websiteId)) === null) throw notFound('website');
  const cases = await casesOfWebsite(ctx.db, workspaceId, websiteId);
  const byCase = new Map(cases.map(({ id, questionId }) => [id, questionId]));
  const questionOf = (id: string) => byCase.get(id) ?? id;
  const [answers, capture, gaps] = await Promise.all([
    suggestions(ctx, websiteId, questionOf),
    latestWebsiteResult(ctx.db, workspaceId, websiteId),
    sourceGaps(ctx, websiteId, questionOf),
  ]);
  const { observedAt } = answers;
  const wrong = observedAt === null ? [] : await wrongFacts(ctx, websiteId, { questionOf, observedAt });
  const checks = capture === null ? [] : workOfChecks(capture.result, capture);
  const unread =
    capture === null ? { work: [], lastAt: null } : await unreadPages(ctx, websiteId, capture.result.pages);
  const all = mergeEvidence([...answers.work, ...checks, ...unread.work, ...gaps.work, ...wrong]);
  return {
    evidence: new Map(all.map((one) => [workItemId(websiteId, one), one])),
    observed: {
      suggestion: observedAt,
      wrong_fact: observedAt,
      source_gap: gaps.readAt,
      check: capture?.observedAt ?? null,
      unread_page: unread.lastAt,
    },
  };
}

type QuestionOf = (caseId: string) => string;

async function sourceGaps(ctx: Ctx, websiteId: string, questionOf: QuestionOf) {
  const { gaps } = await listSourceGaps(ctx, websiteId);
  const times = gaps.flatMap(({ page }) => page?.readAt ?? []).sort();
  return { work: workOfGaps(gaps, questionOf), readAt: times.at(-1) ?? null };
}

async function wrongFacts(
  ctx: Ctx,
  websiteId: string,
  at: { questionOf: QuestionOf; observedAt: string },
): Promise<WorkEvidence[]> {
  const facts = await listFacts(ctx.db, ctx.principal.workspaceId, websiteId);
  if (facts.length === 0) return [];
  const { quotes } = await readFactBoard(ctx, websiteId);
  const against = quotes
    .filter(({ verdict, decision }) => standingOf({ verdict, decision: decision?.decision ?? null }) === 'against')
    .map(({ questionId, ...quote }) => ({ ...quote, caseId: questionId }));
  return workOfFacts(facts, against, at);
}

async function suggestions(
  ctx: Ctx,
  websiteId: string,
  questionOf: QuestionOf,
): Promise<{ work: WorkEvidence[]; observedAt: string | null }> {
  const { workspaceId } = ctx.principal;
  const saved = await listCases(ctx.db, workspaceId);
  const engines = new Set(
    saved.filter(({ target }) => target?.websiteId === websiteId).map(({ search }) => search.engine),
  );
  const work: WorkEvidence[] = [];
  let newest: string | null = null;
  for (const engine of engines) {
    if (ctx.engines.find(engine) === null) continue;
    const query = {
      websiteId,
      engine,
      platform: null,
      model: null,
      startDate: null,
      endDate: null,
      sourceType: 'all',
      limit: maxSuggestions,
      questions: { tag: null, branded: 'exclude' },
    } as const;
    const data = await loadReport(ctx, query, reports.recommendations.needs);
    const observedAt = data.attempts[0]?.createdAt;
    if (observedAt === undefined) continue;
    if (newest === null || observedAt > newest) newest = observedAt;
    // Failed checks are items of their own.
    const rows = runReport('recommendations', { ...data, websiteRun: null }).recommendations.rows;
    work.push(...workOfSuggestions(rows, { engine, questionOf, observedAt }));
  }
  return { work, observedAt: newest };
}

async function unreadPages(ctx: Ctx, websiteId: string, pages: readonly { url: string; status: number | null }[]) {
  const { coverage, rows } = await readBotVisits(ctx, { websiteId, by: 'page', limit: 1_000 });
  const readPaths = new Set(rows.filter(({ readsByRole }) => readsByRole.search > 0).map(({ key }) => key));
  const { hoursCovered, lastAt } = coverage;
  return { work: workOfUnreadPages(pages, { hoursCovered, readPaths, lastAt }), lastAt };
}

/** Every item of a website, whatever its state, in the order in which to read them. @throws not_found */
export async function itemsOfWebsite(ctx: Ctx, websiteId: string): Promise<WorkItem[]> {
  const { evidence, observed } = await currentWork(ctx, websiteId);
  const decisions = await workDecisions(ctx.db, ctx.principal.workspaceId, websiteId);
  const ids = new Set([...evidence.keys(), ...decisions.keys()]);
  return [...ids]
    .flatMap((id) => workItem(id, websiteId, evidence.get(id) ?? null, decisions.get(id) ?? null, observed) ?? [])
    .sort(byWeight);
}
