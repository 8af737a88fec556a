import type { VisibilityAttempt } from './attempt.ts';
import { type AttemptWindow, openWindow } from './attemptWindow.ts';
import { previousWindow } from './previousWindow.ts';
import type { VisibilityScope } from './scope.ts';
import { compareWindows, type WindowComparison } from './windowComparison.ts';

export type PrecedingComparison = {
  comparison: WindowComparison | null;
  /** Why there is no comparison; null when there is one. */
  comparisonMissing: string | null;
};

/** The comparison with the window before, or why there is none. */
export function precedingComparison(
  scope: Pick<VisibilityScope, 'website' | 'window'> & { previousAttempts: readonly VisibilityAttempt[] | null },
  view: AttemptWindow,
): PrecedingComparison {
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
