import type { VisibilityAttempt, VisibilityWebsite } from '../identity/attempt.ts';
import type { Surface } from '../runs/run.ts';
import type { DeclaredTopics } from './comparison/questionTopics.ts';
import type { QuestionKinds } from './questionKinds.ts';

export const sourceTypes = ['all', 'owned', 'external'] as const;
export type SourceType = (typeof sourceTypes)[number];

/** Inclusive UTC dates, `YYYY-MM-DD`; null = open. */
export type DateWindow = { startDate: string | null; endDate: string | null };

/** At most so many of the newest matching attempts are considered. */
export const maxAttempts = 100;

/** Which attempts of a period are counted. */
export const attemptScopes = ['newest100', 'all'] as const;
export type AttemptScope = (typeof attemptScopes)[number];

/** Maximum attempts counted in a period. */
export const maxCountedAttempts = 100_000;

/**
 * Number of newest attempts that are read individually, for what repeated answers show, besides the
 * newest attempt and the newest answer of every question, on which the numbers rest.
 */
export const maxRecentAttempts = 600;

/** The attempts of a period of any size, by how they ended. */
export type CountedAttempts = {
  considered: number;
  completed: number;
  failed: number;
  cancelled: number;
  active: number;
};

/** Subject of a visibility report, and the saved attempts that match it. */
export type VisibilityScope = {
  website: VisibilityWebsite;
  /** Id of the engine that gave all of the attempts, and where they were made. */
  engine: string;
  surface: Surface;
  window: DateWindow;
  filters: { platform: string | null; model: string | null; sourceType: SourceType; limit: number };
  /** The newest matching attempts, at most 100, in any order. */
  attempts: readonly VisibilityAttempt[];
  /** More attempts match than are given. */
  truncated: boolean;
  /** Number of attempts that match in all; null if that was not counted. */
  matched: number | null;
  /** All attempts of the period are counted, of which `attempts` are those that are read; absent: the newest hundred are. */
  counted?: CountedAttempts;
  /** ISO 8601 UTC time of the first attempt that matches but for the dates; absent or null if unknown. */
  firstAttemptAt?: string | null;
  /** The attempts were answered by the bundled simulator. */
  simulated: boolean;
  /** Which questions are counted; absent or null: all of them, as v1 counts. */
  questionKinds?: QuestionKinds | null;
  /** The rule that counts and words the report; absent: that of v2. */
  version?: 'v1' | undefined;
  /** Topics by case id that the owner declared; questions without one share a topic where their texts are nearly equal. */
  declaredTopics?: DeclaredTopics;
};
