import { countStatuses, openWindow, type StatusCounts } from './attemptWindow.ts';
import {
  type AveragePosition,
  averagePosition,
  type ShareOfVoice,
  shareOfVoice,
  type VisibilityScore,
  visibilityScore,
} from './listingScore.ts';
import { type ReportHead, reportHead } from './reportHead.ts';
import { type ShareAmongRivals, shareAmongRivals } from './rivals/rivals.ts';
import type { VisibilityScope } from './scope.ts';

export type CurrentVisibility = ReportHead & {
  visibilityScore: VisibilityScore;
  shareOfVoice: ShareOfVoice;
  /** Null: no rival is declared. */
  shareAmongRivals: ShareAmongRivals | null;
  averagePosition: AveragePosition;
  counts: StatusCounts;
};

/** The three metrics of spec and the counts behind them, over the latest completed answer of each question. */
export function currentVisibility(scope: VisibilityScope): CurrentVisibility {
  const view = openWindow(scope);
  const domain = view.owner.domain;
  return {
    ...reportHead(scope, view),
    visibilityScore: visibilityScore(view.answers, domain),
    shareOfVoice: shareOfVoice(view.answers, domain),
    shareAmongRivals: shareAmongRivals(view.answers, domain, scope.website.rivals ?? []),
    averagePosition: averagePosition(view.answers, domain),
    counts: countStatuses(view.answers, domain),
  };
}
