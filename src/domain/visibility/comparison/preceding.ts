import type { VisibilityAttempt } from '../../identity/attempt.ts';
import { type AttemptWindow, openWindow } from '../attemptWindow.ts';
import type { VisibilityScope } from '../scope.ts';
import { previousWindow } from './previousWindow.ts';
import { countComparisons } from './significanceLevel.ts';
import { compareWindows, type WindowComparison } from './windows.ts';

export type PrecedingComparison = {
  comparison: WindowComparison | null;
  /** Reason for a missing comparison; null if there is one. */
  comparisonMissing: string | null;
};

/** Counts comparisons of periods of this length up to this one; 1 for an open period, which is not compared. */
export function looksOf(scope: Pick<VisibilityScope, 'window' | 'firstAttemptAt'>): number {
  const { startDate, endDate } = scope.window;
  if (startDate === null || endDate === null || startDate > endDate) return 1;
  return countComparisons({ startDate, endDate }, scope.firstAttemptAt ?? null);
}

/** Returns the comparison with the previous period, or the reason why there is none. */
export function precedingComparison(
  scope: Pick<VisibilityScope, 'website' | 'window' | 'firstAttemptAt' | 'counted'> & {
    previousAttempts: readonly VisibilityAttempt[] | null;
  },
  view: AttemptWindow,
): PrecedingComparison {
  const window = previousWindow(scope.window);
  if (window === null) {
    return {
      comparison: null,
      comparisonMissing: 'Choose a first and a last day: an open period has no previous one of equal length.',
    };
  }
  if (scope.previousAttempts === null) {
    return { comparison: null, comparisonMissing: 'The previous period was not read.' };
  }
  const { website, counted, previousAttempts: attempts } = scope;
  const previous = openWindow({
    website,
    attempts,
    truncated: false,
    ...(counted === undefined ? {} : { counted }),
  });
  return { comparison: compareWindows(view, previous, window, looksOf(scope)), comparisonMissing: null };
}
