import { type NameByOtherAnswers, namesByOtherAnswers } from '../marks/namesByOtherAnswers.ts';
import { type UnresolvedName, unresolvedNames } from '../marks/unresolvedNames.ts';
import { detectableChange } from '../statistics/detectableChange.ts';
import { type AttemptWindow, countStatuses } from './attemptWindow.ts';
import { type PanelPower, panelPower } from './comparison/panelPower.ts';
import { looksOf, type PrecedingComparison, precedingComparison } from './comparison/preceding.ts';
import { levelOf } from './comparison/significanceLevel.ts';
import { type CurrentVisibility, currentVisibility } from './currentVisibility.ts';
import { type DailySample, dailySamples } from './dailySamples.ts';
import { type ModelSplit, modelSplit } from './modelSplit.ts';
import { type PeriodRate, periodRateOf } from './periodRate.ts';
import { type QuestionCoverage, questionCoverage } from './questionCoverage.ts';
import type { OpenReport } from './reportData.ts';
import { type DomainStanding, domainLeaderboard } from './rivals/domainLeaderboard.ts';
import { type CitationIntegrity, citationIntegrity } from './sources/citationIntegrity.ts';
import {
  type SourceConcentration,
  type SourceOverlap,
  sourceConcentration,
  sourceOverlap,
} from './sources/sourceUse.ts';
import { flipsBetweenRepeats, type PanelStability, panelStability } from './stability.ts';

export type VisibilityOverview = CurrentVisibility &
  PrecedingComparison & {
    /** Null if more answers count than are given. */
    periodRate: PeriodRate | null;
    questionCoverage: QuestionCoverage;
    dailySamples: DailySample[];
    /** `rows` is cut off at the filter's limit; `total` counts all. */
    domains: { total: number; rows: DomainStanding[] };
    models: ModelSplit[];
    stability: PanelStability;
    sourceOverlap: SourceOverlap;
    sourceConcentration: SourceConcentration;
    citationIntegrity: CitationIntegrity;
    unresolvedNames: { total: number; rows: UnresolvedName[] };
    /** Names that only other saved answers identify. */
    learnedNames: { total: number; rows: NameByOtherAnswers[] };
    detectableChange: DetectableChange;
    panelPower: PanelPower;
  };

/** Smallest change that a later period of the same size could detect. */
export type DetectableChange = {
  questions: number;
  /** Number of questions expected to change without cause, judged by repeats in this period; null without repeats. */
  expectedChanged: number | null;
  /** Net percentage points; null if even a change of every question would not be significant. */
  percentagePoints: number | null;
};

export function visibilityOverview(report: OpenReport): VisibilityOverview {
  const { data, view, answers, domain, cut } = report;
  const { visibilityScore, ...current } = currentVisibility(report);
  return {
    visibilityScore,
    periodRate: data.days?.periodRate ?? (view.attempts.length < view.considered ? null : periodRateOf(view)),
    ...current,
    questionCoverage: questionCoverage(view, data.savedQuestions, data.now),
    dailySamples: data.days?.dailySamples ?? dailySamples(view),
    domains: cut(domainLeaderboard(answers, domain)),
    models: modelSplit(view),
    stability: panelStability(view.questions, domain),
    sourceOverlap: sourceOverlap(view),
    sourceConcentration: sourceConcentration(answers),
    citationIntegrity: citationIntegrity(answers),
    unresolvedNames: cut(unresolvedNames(answers, view.owner)),
    learnedNames: cut(namesByOtherAnswers(answers, view.owner)),
    detectableChange: panelDetectableChange(view),
    panelPower: panelPower(view, levelOf(looksOf(data))),
    ...precedingComparison(data, view),
  };
}

function panelDetectableChange(view: AttemptWindow): DetectableChange {
  const { known } = countStatuses(view.answers, view.owner.domain);
  const { pairs, flips } = flipsBetweenRepeats(view.questions, view.owner.domain);
  const expectedChanged = pairs === 0 ? null : Math.round((known * flips) / pairs);
  const change = detectableChange(known, expectedChanged ?? 0);
  return { questions: known, expectedChanged, percentagePoints: change === null ? null : 100 * change };
}
