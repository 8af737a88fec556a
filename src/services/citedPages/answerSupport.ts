import type { KeywordResult } from '../../domain/answer/savedReading.ts';
import type { PageOutcome } from '../../domain/citedPages/citedPage.ts';
import type { JudgedSentence } from '../../domain/citedPages/readCitedPage.ts';
import { type SupportCounts, supportLimitation, supportSummary } from '../../domain/citedPages/supportSummary.ts';
import { notFound } from '../../domain/errors.ts';
import { citedSentences, maxCitations } from '../../domain/support/citedSentence.ts';
import { limitationCode } from '../../domain/text/limitation.ts';
import { newestReadings, pagesByUrl } from '../../store/citedPages/pages.ts';
import { listPairs, listVerdicts } from '../../store/citedPages/supports.ts';
import { currentResult } from '../../store/runs/results.ts';
import { findRun } from '../../store/runs/rows.ts';
import type { Ctx } from '../appContext.ts';
import { loadCitedAnswers } from './citedAnswers.ts';

type SupportOfCitation = {
  url: string;
  sentence: { start: number; end: number; text: string } | null;
  page: { id: string; outcome: PageOutcome; readAt: string; rereadable: boolean } | null;
  rule: string | null;
  judgement: Omit<JudgedSentence, 'runId' | 'start' | 'end'> | null;
};

export type AnswerSupport = {
  runId: string;
  citations: SupportOfCitation[];
  /** Citations beyond the first fifty, which are not compared. */
  left: number;
  /** Replaces `citation_not_verified` of the answer; null: the answer cites nothing. */
  limitation: string | null;
};

/** Compares the words of the cited pages with an answer's sentences. Saved state only. @throws not_found */
export async function listAnswerSupport(ctx: Ctx, runId: string): Promise<AnswerSupport> {
  const { workspaceId } = ctx.principal;
  const run = await findRun(ctx.db, workspaceId, runId);
  const saved = await currentResult(ctx.db, workspaceId, runId);
  if (run === null || run.kind !== 'keyword' || saved === null) throw notFound('answer');
  const { text, citations, limitations } = saved.result as KeywordResult;
  const cited = citedSentences(text, citations);
  const pages = await pagesByUrl(ctx.db, workspaceId, [...new Set(cited.map(({ url }) => url))]);
  const readings = await newestReadings(ctx.db, workspaceId, [...pages.values()]);
  const pairs = await listPairs(ctx.db, workspaceId, { runId });
  const rows = cited.map(({ url, sentence }): SupportOfCitation => {
    const page = pages.get(url);
    const reading = page === undefined ? undefined : readings.get(page.id);
    const pair = pairs.find(({ pageId, start }) => pageId === page?.id && start === (sentence?.start ?? -1));
    return {
      url,
      sentence,
      page:
        page === undefined || reading === undefined
          ? null
          : {
              id: page.id,
              outcome: reading.facts.outcome,
              readAt: reading.readAt,
              rereadable: reading.archive === 'kept',
            },
      rule: pair?.rule ?? null,
      judgement: pair?.judgement ?? null,
    };
  });
  return {
    runId,
    citations: rows,
    left: Math.max(0, citations.length - maxCitations),
    limitation: writeLimitation(rows, limitations),
  };
}

function writeLimitation(rows: readonly SupportOfCitation[], limitations: readonly string[]): string | null {
  const usual = limitations.find((one) => limitationCode(one) === 'citation_not_verified') ?? null;
  const verdicts = rows.flatMap(({ judgement }) => judgement?.verdict ?? []);
  const judged = verdicts.filter((verdict) => verdict !== 'not_judged');
  if (usual === null || judged.length === 0) return usual;
  const same = judged.filter((verdict) => verdict === 'quoted' || verdict === 'close_wording');
  return supportLimitation({ cited: rows.length, judged: judged.length, found: same.length });
}

/** Counts verdicts per engine over the latest answers. @throws not_found */
export async function readSupportSummary(ctx: Ctx, websiteId: string): Promise<SupportCounts[]> {
  const { answers } = await loadCitedAnswers(ctx, websiteId);
  const latest = new Set(answers.map(({ attempt }) => attempt.runId));
  const rows = await listVerdicts(ctx.db, ctx.principal.workspaceId, websiteId);
  return supportSummary(rows.filter(({ runId }) => latest.has(runId)));
}
