import { countStatuses } from './attemptWindow.ts';
import {
  type AveragePosition,
  averagePosition,
  shareOfVoice,
  type VisibilityScore,
  visibilityScore,
} from './listingScore.ts';
import type { OpenReport } from './reportData.ts';
import { type ShareAmongRivals, shareAmongRivals } from './rivals/rivals.ts';
import type { ShareOfVoice, StatusCounts } from './scoreOfCounts.ts';

export type CurrentVisibility = {
  visibilityScore: VisibilityScore;
  shareOfVoice: ShareOfVoice;
  /** Null: no rival is declared. */
  shareAmongRivals: ShareAmongRivals | null;
  averagePosition: AveragePosition;
  counts: StatusCounts;
};

/** Computes the three main metrics and their counts, over the latest completed answer of each question. */
export function currentVisibility({ data, answers, domain }: OpenReport): CurrentVisibility {
  return {
    visibilityScore: visibilityScore(answers, domain),
    shareOfVoice: shareOfVoice(answers, domain),
    shareAmongRivals: shareAmongRivals(answers, domain, data.website.rivals ?? []),
    averagePosition: averagePosition(answers, domain),
    counts: countStatuses(answers, domain),
  };
}
