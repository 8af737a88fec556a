import type { VisibilityAttempt } from './attempt.ts';
import { type AttemptWindow, countStatuses, openWindow, type StatusCounts } from './attemptWindow.ts';
import { type CitationIntegrity, citationIntegrity } from './citationIntegrity.ts';
import { type DailySample, dailySamples } from './dailySamples.ts';
import { type DomainStanding, domainLeaderboard } from './domainLeaderboard.ts';
import {
  type AveragePosition,
  averagePosition,
  type ShareOfVoice,
  shareOfVoice,
  type VisibilityScore,
  visibilityScore,
} from './listingScore.ts';
import { type ModelSplit, modelSplit } from './modelSplit.ts';
import { previousWindow } from './previousWindow.ts';
import { type QuestionCoverage, questionCoverage } from './questionCoverage.ts';
import { type ReportHead, reportHead } from './reportHead.ts';
import type { VisibilityScope } from './scope.ts';
import { type SourceConcentration, type SourceOverlap, sourceConcentration, sourceOverlap } from './sourceUse.ts';
import { flipsBetweenRepeats, type PanelStability, panelStability } from './stability.ts';
import { detectableChange } from './statistics/detectableChange.ts';
import { type UnresolvedName, unresolvedNames } from './unresolvedNames.ts';
import { compareWindows, type WindowComparison } from './windowComparison.ts';

export type OverviewScope = VisibilityScope & {
  /** ISO 8601: ages are counted back from here. */
  now: string;
  /** Questions saved for this website; null when unknown. */
  savedQuestions: number | null;
  /** The newest attempts of the window `previousWindow` names, same filters; null when none was asked for. */
  previousAttempts: readonly VisibilityAttempt[] | null;
};

export type VisibilityOverview = ReportHead & {
  visibilityScore: VisibilityScore;
  shareOfVoice: ShareOfVoice;
  averagePosition: AveragePosition;
  counts: StatusCounts;
  questionCoverage: QuestionCoverage;
  dailySamples: DailySample[];
  /** `rows` is cut at the filter's limit; `total` counts all. */
  domains: { total: number; rows: DomainStanding[] };
  models: ModelSplit[];
  stability: PanelStability;
  sourceOverlap: SourceOverlap;
  sourceConcentration: SourceConcentration;
  citationIntegrity: CitationIntegrity;
  unresolvedNames: { total: number; rows: UnresolvedName[] };
  detectableChange: DetectableChange;
  comparison: WindowComparison | null;
  /** Why there is no comparison; null when there is one. */
  comparisonMissing: string | null;
};

/** What a later window of the same size could show at best. */
export type DetectableChange = {
  questions: number;
  /** Questions that would change by themselves, judged by repeats inside this window; null without repeats. */
  expectedChanged: number | null;
  /** Net percentage points; null when even a change of every question could not be called. */
  percentagePoints: number | null;
};

export function visibilityOverview(scope: OverviewScope): VisibilityOverview {
  const view = openWindow(scope);
  const { answers } = view;
  const domain = view.owner.domain;
  const { limit } = scope.filters;
  const standings = domainLeaderboard(answers, domain);
  const names = unresolvedNames(answers);
  return {
    ...reportHead(scope, view),
    visibilityScore: visibilityScore(answers, domain),
    shareOfVoice: shareOfVoice(answers, domain),
    averagePosition: averagePosition(answers, domain),
    counts: countStatuses(answers, domain),
    questionCoverage: questionCoverage(view, scope.savedQuestions, scope.now),
    dailySamples: dailySamples(view),
    domains: { total: standings.length, rows: standings.slice(0, limit) },
    models: modelSplit(view),
    stability: panelStability(view.questions, domain),
    sourceOverlap: sourceOverlap(view),
    sourceConcentration: sourceConcentration(answers),
    citationIntegrity: citationIntegrity(answers),
    unresolvedNames: { total: names.length, rows: names.slice(0, limit) },
    detectableChange: panelDetectableChange(view),
    ...comparisonOf(scope, view),
  };
}

function panelDetectableChange(view: AttemptWindow): DetectableChange {
  const { known } = countStatuses(view.answers, view.owner.domain);
  const { pairs, flips } = flipsBetweenRepeats(view.questions, view.owner.domain);
  const expectedChanged = pairs === 0 ? null : Math.round((known * flips) / pairs);
  const change = detectableChange(known, expectedChanged ?? 0);
  return { questions: known, expectedChanged, percentagePoints: change === null ? null : 100 * change };
}

/** The comparison with the window before, or why there is none. */
export function comparisonOf(
  scope: Pick<OverviewScope, 'website' | 'window' | 'previousAttempts'>,
  view: AttemptWindow,
): Pick<VisibilityOverview, 'comparison' | 'comparisonMissing'> {
  const window = previousWindow(scope.window);
  if (window === null) {
    return {
      comparison: null,
      comparisonMissing: 'Give startDate and endDate: an open window has no equal before it.',
    };
  }
  if (scope.previousAttempts === null) {
    return { comparison: null, comparisonMissing: 'The window before was not read.' };
  }
  const previous = openWindow({ website: scope.website, attempts: scope.previousAttempts, truncated: false });
  return { comparison: compareWindows(view, previous, window), comparisonMissing: null };
}
