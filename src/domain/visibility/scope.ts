import type { VisibilityAttempt, VisibilityWebsite } from './attempt.ts';

export const sourceTypes = ['all', 'owned', 'external'] as const;
export type SourceType = (typeof sourceTypes)[number];

/** Inclusive UTC dates, `YYYY-MM-DD`; null = open. */
export type DateWindow = { startDate: string | null; endDate: string | null };

/** At most so many of the newest matching attempts are considered. */
export const mostAttempts = 100;

/** What a visibility report is about, and the saved attempts that match it. */
export type VisibilityScope = {
  website: VisibilityWebsite;
  window: DateWindow;
  filters: { platform: string | null; model: string | null; sourceType: SourceType; limit: number };
  /** The newest matching attempts, at most 100, in any order. */
  attempts: readonly VisibilityAttempt[];
  /** More attempts match than are given. */
  truncated: boolean;
  /** How many attempts match in all; null when that was not counted. */
  matched: number | null;
  /** The attempts were answered by the bundled simulator. */
  simulated: boolean;
};
