import type { VisibilityAttempt, VisibilityWebsite } from '../identity/attempt.ts';
import type { Surface } from '../runs/run.ts';
import type { DeclaredTopics } from './comparison/questionTopics.ts';
import type { QuestionKinds } from './questionKinds.ts';

export const sourceTypes = ['all', 'owned', 'external'] as const;
export type SourceType = (typeof sourceTypes)[number];

/** Inclusive UTC dates, `YYYY-MM-DD`; null = open. */
export type DateWindow = { startDate: string | null; endDate: string | null };

/** Maximum number of newest matching attempts that are considered. */
export const maxAttempts = 100;

/** Choices of which attempts of a period are counted. */
export const attemptScopes = ['newest100', 'all'] as const;
export type AttemptScope = (typeof attemptScopes)[number];

/** Maximum attempts counted in a period. */
export const maxCountedAttempts = 100_000;

/**
 * Maximum number of newest attempts read individually for figures about repeated answers, besides the newest attempt
 * and newest answer of every question, on which the numbers are based.
 */
export const maxRecentAttempts = 600;

/** Attempts of a period of any size, by outcome. */
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
  /** Id of the engine of all attempts, and their surface. */
  engine: string;
  surface: Surface;
  window: DateWindow;
  filters: { platform: string | null; model: string | null; sourceType: SourceType; limit: number };
  /** The newest matching attempts, at most 100, in any order. */
  attempts: readonly VisibilityAttempt[];
  /** True if more attempts match than are given. */
  truncated: boolean;
  /** Number of all matching attempts; null if not counted. */
  matched: number | null;
  /** Counts over all attempts of the period, of which `attempts` are those read; absent: the newest hundred count. */
  counted?: CountedAttempts;
  /** ISO 8601 UTC time of the first attempt that matches all filters but the dates; absent or null if unknown. */
  firstAttemptAt?: string | null;
  /** True if the bundled simulator answered. */
  simulated: boolean;
  /** Which questions are counted; absent or null: all of them, as in v1. */
  questionKinds?: QuestionKinds | null;
  /** Version of the rules that count and word the report; absent: v2. */
  version?: 'v1' | undefined;
  /** Topics declared by the owner, by case id; other questions share a topic if their texts are nearly equal. */
  declaredTopics?: DeclaredTopics;
};
