import type { VisibilityAttempt } from '../identity/attempt.ts';
import { type NameByOtherAnswers, namesByOtherAnswers } from '../marks/namesByOtherAnswers.ts';
import { type UnresolvedName, unresolvedNames } from '../marks/unresolvedNames.ts';
import { detectableChange } from '../statistics/detectableChange.ts';
import { type AttemptWindow, countStatuses, openWindow, type StatusCounts } from './attemptWindow.ts';
import { levelOf } from './comparison/looks.ts';
import { type PanelPower, panelPower } from './comparison/panelPower.ts';
import { looksOf, type PrecedingComparison, precedingComparison } from './comparison/preceding.ts';
import { type DailySample, dailySamples } from './dailySamples.ts';
import {
  type AveragePosition,
  averagePosition,
  type ShareOfVoice,
  shareOfVoice,
  type VisibilityScore,
  visibilityScore,
} from './listingScore.ts';
import { type ModelSplit, modelSplit } from './modelSplit.ts';
import { type PeriodRate, periodRateOf } from './periodRate.ts';
import { type QuestionCoverage, questionCoverage } from './questionCoverage.ts';
import { type ReportHead, reportHead } from './reportHead.ts';
import { type DomainStanding, domainLeaderboard } from './rivals/domainLeaderboard.ts';
import { type ShareAmongRivals, shareAmongRivals } from './rivals/rivals.ts';
import type { VisibilityScope } from './scope.ts';
import { type CitationIntegrity, citationIntegrity } from './sources/citationIntegrity.ts';
import {
  type SourceConcentration,
  type SourceOverlap,
  sourceConcentration,
  sourceOverlap,
} from './sources/sourceUse.ts';
import { flipsBetweenRepeats, type PanelStability, panelStability } from './stability.ts';

export type OverviewScope = VisibilityScope & {
  /** ISO 8601: ages are counted back from here. */
  now: string;
  /** Questions saved for this website; null when unknown. */
  savedQuestions: number | null;
  /** The newest attempts of the period `previousWindow` names, same filters; null when none was asked for. */
  previousAttempts: readonly VisibilityAttempt[] | null;
};

export type VisibilityOverview = ReportHead &
  PrecedingComparison & {
    visibilityScore: VisibilityScore;
    /** Null where more answers count than are given. */
    periodRate: PeriodRate | null;
    shareOfVoice: ShareOfVoice;
    /** Null: no rival is declared. */
    shareAmongRivals: ShareAmongRivals | null;
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
    /** Names that are identified only by what other saved answers say of them. */
    learnedNames: { total: number; rows: NameByOtherAnswers[] };
    detectableChange: DetectableChange;
    panelPower: PanelPower;
  };

/** What a later period of the same size could show at best. */
export type DetectableChange = {
  questions: number;
  /** Questions that would change by themselves, judged by repeats inside this period; null without repeats. */
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
  const learned = namesByOtherAnswers(answers, view.owner);
  const names = unresolvedNames(answers, view.owner);
  return {
    ...reportHead(scope, view),
    visibilityScore: visibilityScore(answers, domain),
    periodRate: view.attempts.length < view.considered ? null : periodRateOf(view),
    shareOfVoice: shareOfVoice(answers, domain),
    shareAmongRivals: shareAmongRivals(answers, domain, scope.website.rivals ?? []),
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
    learnedNames: { total: learned.length, rows: learned.slice(0, limit) },
    detectableChange: panelDetectableChange(view),
    panelPower: panelPower(view, levelOf(looksOf(scope))),
    ...precedingComparison(scope, view),
  };
}

function panelDetectableChange(view: AttemptWindow): DetectableChange {
  const { known } = countStatuses(view.answers, view.owner.domain);
  const { pairs, flips } = flipsBetweenRepeats(view.questions, view.owner.domain);
  const expectedChanged = pairs === 0 ? null : Math.round((known * flips) / pairs);
  const change = detectableChange(known, expectedChanged ?? 0);
  return { questions: known, expectedChanged, percentagePoints: change === null ? null : 100 * change };
}
