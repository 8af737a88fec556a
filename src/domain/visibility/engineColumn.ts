import { type AttemptWindow, countStatuses, type StatusCounts } from './attemptWindow.ts';
import {
  type AveragePosition,
  averagePosition,
  runIdsOf,
  type ShareOfVoice,
  shareOfVoice,
  type VisibilityScore,
  visibilityScore,
} from './listingScore.ts';
import { type ReportHead, reportHead } from './reportHead.ts';
import type { VisibilityScope } from './scope.ts';
import { panelStability } from './stability.ts';
import { type CitedDomain, citedDomains } from './topCitations.ts';

/** One engine by itself: every figure is over its own answers, the latest one of each question. */
export type EngineColumn = Pick<ReportHead, 'engine' | 'coverage' | 'comparability'> & {
  label: string;
  visibilityScore: Omit<VisibilityScore, 'runIds'>;
  shareOfVoice: Omit<ShareOfVoice, 'runIds'>;
  averagePosition: Omit<AveragePosition, 'runIds'>;
  counts: StatusCounts;
  /** How much repeated answers agree, 0-1; null without repeats. */
  steadiness: {
    questionsRepeated: number;
    meanJaccard: number | null;
    meanRankBiasedOverlap: number | null;
    meanSameFirstShare: number | null;
  };
  /** Domains that it cites, most cited first; `rows` is cut at the limit. */
  sources: { total: number; citations: number; pages: number; rows: Omit<CitedDomain, 'runIds'>[] };
  /** The latest answers, on which every figure rests. */
  runIds: string[];
};

export function engineColumn(scope: VisibilityScope, label: string, view: AttemptWindow): EngineColumn {
  const { answers } = view;
  const domain = view.owner.domain;
  const { engine, coverage, comparability } = reportHead(scope, view);
  const { questionsRepeated, meanJaccard, meanRankBiasedOverlap, meanSameFirstShare } = panelStability(
    view.questions,
    domain,
  );
  return {
    ...{ engine, label, coverage, comparability },
    visibilityScore: withoutRuns(visibilityScore(answers, domain)),
    shareOfVoice: withoutRuns(shareOfVoice(answers, domain)),
    averagePosition: withoutRuns(averagePosition(answers, domain)),
    counts: countStatuses(answers, domain),
    steadiness: { questionsRepeated, meanJaccard, meanRankBiasedOverlap, meanSameFirstShare },
    sources: sourcesOf(scope, view),
    runIds: runIdsOf(answers),
  };
}

/** The source filter and the limit shape the list and never the counts. */
function sourcesOf({ filters }: VisibilityScope, { answers }: AttemptWindow): EngineColumn['sources'] {
  const rows = citedDomains(answers, filters.sourceType);
  const cited = answers.flatMap((answer) => answer.cited);
  return {
    total: rows.length,
    citations: cited.length,
    pages: new Set(cited.map(({ url }) => url)).size,
    rows: rows.slice(0, filters.limit).map(withoutRuns),
  };
}

/** A column names its answers once, not under every figure. */
function withoutRuns<T extends { runIds: string[] }>({ runIds: _runIds, ...rest }: T): Omit<T, 'runIds'> {
  return rest;
}
