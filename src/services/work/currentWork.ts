import { standingOf } from '../../domain/facts/factDecision.ts';
import type { ReportData } from '../../domain/visibility/reportData.ts';
import { runReport } from '../../domain/visibility/runReport.ts';
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
import { casesOfWebsite } from '../../store/visibility/answerHistory.ts';
import { workDecisions } from '../../store/work/rows.ts';
import type { Ctx } from '../appContext.ts';
import { type CitedAnswers, citedAnswers } from '../citedPages/citedAnswers.ts';
import { gapsOfAnswers } from '../citedPages/sourceGaps.ts';
import { readBotVisits } from '../crawlers/crawlerReports.ts';
import { quotesOfFacts } from '../facts/factQuotes.ts';
import { type LoadedEngines, loadEngines } from '../visibility/loadEngines.ts';
import { chosenBy } from '../visibility/reportPlace.ts';

/** More items than the rules ever find for one website. */
const maxSuggestions = 10_000;

export type CurrentWork = { evidence: Map<string, WorkEvidence>; observed: Observed };

/**
 * Finds all work that the saved answers, captures and logs of a website suggest now, by item id. Loads the answers
 * once: the newest ones and the latest of each question, however long the history is. @throws not_found
 */
export async function currentWork(ctx: Ctx, websiteId: string): Promise<CurrentWork> {
  const { workspaceId } = ctx.principal;
  const loaded = await loadEngines(ctx, {
    ...{ websiteId, startDate: null, endDate: null, platform: null, engine: null, model: null },
    ...{ sourceType: 'all', limit: maxSuggestions, scope: 'all', questions: { tag: null, branded: 'include' } },
  });
  const answers = citedAnswers(loaded);
  const cases = await casesOfWebsite(ctx.db, workspaceId, websiteId);
  const byCase = new Map(cases.map(({ id, questionId }) => [id, questionId]));
  const questionOf = (id: string) => byCase.get(id) ?? id;
  const times = loaded.engines.flatMap(({ scope }) => scope.attempts[0]?.createdAt ?? []).sort();
  const observedAt = times.at(-1) ?? null;
  const [suggested, capture, gaps, wrong] = await Promise.all([
    suggestions(ctx, loaded, questionOf),
    latestWebsiteResult(ctx.db, workspaceId, websiteId),
    sourceGaps(ctx, answers, questionOf),
    observedAt === null ? [] : wrongFacts(ctx, answers, { questionOf, observedAt }),
  ]);
  const checks = capture === null ? [] : workOfChecks(capture.result, capture);
  const unread =
    capture === null ? { work: [], lastAt: null } : await unreadPages(ctx, websiteId, capture.result.pages);
  const all = mergeEvidence([...suggested, ...checks, ...unread.work, ...gaps.work, ...wrong]);
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

async function sourceGaps(ctx: Ctx, answers: CitedAnswers, questionOf: QuestionOf) {
  const { gaps } = await gapsOfAnswers(ctx, answers);
  const times = gaps.flatMap(({ page }) => page?.readAt ?? []).sort();
  return { work: workOfGaps(gaps, questionOf), readAt: times.at(-1) ?? null };
}

async function wrongFacts(
  ctx: Ctx,
  answers: CitedAnswers,
  at: { questionOf: QuestionOf; observedAt: string },
): Promise<WorkEvidence[]> {
  const facts = await listFacts(ctx.db, ctx.principal.workspaceId, answers.website.id);
  if (facts.length === 0) return [];
  const quotes = await quotesOfFacts(ctx, answers, facts);
  const against = quotes
    .filter(({ verdict, decision }) => standingOf({ verdict, decision: decision?.decision ?? null }) === 'against')
    .map(({ questionId, ...quote }) => ({ ...quote, caseId: questionId }));
  return workOfFacts(facts, against, at);
}

/** Suggestions about questions that do not name the website: their answers nearly always list it. */
async function suggestions(
  ctx: Ctx,
  { website, engines }: LoadedEngines<ReportData>,
  questionOf: QuestionOf,
): Promise<WorkEvidence[]> {
  const { caseIds } = await chosenBy(ctx, { questions: { tag: null, branded: 'exclude' } }, website);
  const counted = caseIds === null ? null : new Set(caseIds);
  return engines.flatMap(({ id: engine, scope }) => {
    const attempts = scope.attempts.filter(({ caseId }) => counted === null || counted.has(caseId));
    const observedAt = attempts[0]?.createdAt;
    if (observedAt === undefined) return [];
    // Failed checks are separate items.
    const { rows } = runReport('recommendations', { ...scope, attempts, websiteRun: null }).recommendations;
    return workOfSuggestions(rows, { engine, questionOf, observedAt });
  });
}

async function unreadPages(ctx: Ctx, websiteId: string, pages: readonly { url: string; status: number | null }[]) {
  const { coverage, rows } = await readBotVisits(ctx, { websiteId, by: 'page', limit: 1_000 });
  const readPaths = new Set(rows.filter(({ readsByRole }) => readsByRole.search > 0).map(({ key }) => key));
  const { hoursCovered, lastAt } = coverage;
  return { work: workOfUnreadPages(pages, { hoursCovered, readPaths, lastAt }), lastAt };
}

/** Lists every item of a website, whatever its state, in display order. @throws not_found */
export async function itemsOfWebsite(ctx: Ctx, websiteId: string): Promise<WorkItem[]> {
  const { evidence, observed } = await currentWork(ctx, websiteId);
  const decisions = await workDecisions(ctx.db, ctx.principal.workspaceId, websiteId);
  const ids = new Set([...evidence.keys(), ...decisions.keys()]);
  return [...ids]
    .flatMap((id) => workItem(id, websiteId, evidence.get(id) ?? null, decisions.get(id) ?? null, observed) ?? [])
    .sort(byWeight);
}
