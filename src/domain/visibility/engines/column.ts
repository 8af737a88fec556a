import type { Interval } from '../../statistics/interval.ts';
import { meanInterval } from '../../statistics/wilson.ts';
import { type AttemptWindow, countStatuses } from '../attemptWindow.ts';
import {
  type AveragePosition,
  averagePosition,
  runIdsOf,
  shareOfVoice,
  type VisibilityScore,
  visibilityScore,
} from '../listingScore.ts';
import { type ReportHead, reportHead } from '../reportHead.ts';
import type { VisibilityScope } from '../scope.ts';
import type { ShareOfVoice, StatusCounts } from '../scoreOfCounts.ts';
import { type CitedDomain, citedDomains } from '../sources/topCitations.ts';
import { type PanelStability, panelStability } from '../stability.ts';

/** Figures of one engine over its own answers, the latest for each question. */
export type EngineColumn = Pick<ReportHead, 'engine' | 'coverage' | 'comparability'> & {
  label: string;
  visibilityScore: Omit<VisibilityScore, 'runIds'>;
  shareOfVoice: Omit<ShareOfVoice, 'runIds'>;
  averagePosition: Omit<AveragePosition, 'runIds'>;
  counts: StatusCounts;
  steadiness: Steadiness;
  /** Domains that it cites, most cited first; `rows` is cut off at the limit. */
  sources: { total: number; citations: number; pages: number; rows: Omit<CitedDomain, 'runIds'>[] };
  /** The latest answers, on which every figure is based. */
  runIds: string[];
};

/**
 * Agreement of repeated answers, 0-1; null without repeats. In the intervals, repeated questions are the independent
 * units, not pairs of answers to one question.
 */
type Steadiness = {
  questionsRepeated: number;
  meanJaccard: number | null;
  interval95: Interval | null;
  meanRankBiasedOverlap: number | null;
  rankBiasedOverlapInterval95: Interval | null;
  meanSameFirstShare: number | null;
  sameFirstInterval95: Interval | null;
};

export function engineColumn(scope: VisibilityScope, label: string, view: AttemptWindow): EngineColumn {
  const { answers } = view;
  const domain = view.owner.domain;
  const { engine, coverage, comparability } = reportHead(scope, view);
  return {
    ...{ engine, label, coverage, comparability },
    visibilityScore: withoutRuns(visibilityScore(answers, domain)),
    shareOfVoice: withoutRuns(shareOfVoice(answers, domain)),
    averagePosition: withoutRuns(averagePosition(answers, domain)),
    counts: countStatuses(answers, domain),
    steadiness: steadinessOf(panelStability(view.questions, domain)),
    sources: buildSources(scope, view),
    runIds: runIdsOf(answers),
  };
}

function steadinessOf({ questions, ...panel }: PanelStability): Steadiness {
  const { questionsRepeated, meanJaccard, meanRankBiasedOverlap, meanSameFirstShare } = panel;
  return {
    questionsRepeated,
    meanJaccard,
    interval95: meanInterval(questions.flatMap((one) => one.meanJaccard ?? [])),
    meanRankBiasedOverlap,
    rankBiasedOverlapInterval95: meanInterval(questions.flatMap((one) => one.meanRankBiasedOverlap ?? [])),
    meanSameFirstShare,
    sameFirstInterval95: meanInterval(questions.flatMap((one) => one.sameFirstShare ?? [])),
  };
}

/** The source filter and the limit affect the list, never the counts. */
function buildSources({ filters }: VisibilityScope, { answers }: AttemptWindow): EngineColumn['sources'] {
  const rows = citedDomains(answers, filters.sourceType);
  const cited = answers.flatMap((answer) => answer.cited);
  return {
    total: rows.length,
    citations: cited.length,
    pages: new Set(cited.map(({ url }) => url)).size,
    rows: rows.slice(0, filters.limit).map(withoutRuns),
  };
}

/** Removes run ids: a column names its answers once, not for every figure. */
function withoutRuns<T extends { runIds: string[] }>({ runIds: _runIds, ...rest }: T): Omit<T, 'runIds'> {
  return rest;
}
