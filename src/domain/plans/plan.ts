import type { Cadence } from './cadence.ts';

/** `draft`: never activated. `paused`: keeps its key and has no rounds. `archived`: has ended. */
export const planStates = ['draft', 'active', 'paused', 'archived'] as const;
type PlanState = (typeof planStates)[number];

/**
 * `plan`: a plan with a schedule. `asks`: a person's manual requests; a person has one in a workspace, and each time is
 * a round with a revision of its own.
 */
export const planKinds = ['plan', 'asks'] as const;
export type PlanKind = (typeof planKinds)[number];

/** Which saved questions: those named, all about a website, those with one of some tags, or the very cases. */
export type QuestionChoice =
  | { kind: 'tags'; tags: readonly string[]; websiteId: string | null }
  | { kind: 'questions'; questionIds: readonly string[] }
  | { kind: 'website'; websiteId: string }
  | { kind: 'cases'; caseIds: readonly string[] };

/**
 * Questions and schedule of a plan. It never changes: a change is the next revision, and a round keeps the one it began
 * with.
 */
export type PlanRevision = {
  number: number;
  questions: QuestionChoice;
  /** Ids of engines; those that a question is not saved for are left out of its rounds, and said so. */
  engines: readonly string[];
  repeats: number;
  maxAgeSeconds: number;
  /** True if each request permits its engine one SEO lookup. Only for manual rounds. */
  useSeoTools: boolean;
  cadence: Cadence;
  /** ISO 8601 UTC. */
  madeAt: string;
};

/**
 * Member's permission for callers that must ask before each purchase to begin rounds of a plan without asking: of this
 * revision, until this time, within what the plan may spend.
 */
export type RoundGrant = { revision: number; until: string; grantedBy: string };

/** The grant that covers a round now; null if none does. @param now ISO 8601 */
export function openRoundGrant(plan: Pick<Plan, 'state' | 'revision' | 'roundGrant'>, now: string): RoundGrant | null {
  const { state, revision, roundGrant } = plan;
  if (state !== 'active' || roundGrant === null) return null;
  return roundGrant.revision === revision.number && roundGrant.until > now ? roundGrant : null;
}

export const maxGrantDays = 366;

export type Plan = {
  id: string;
  workspaceId: string;
  kind: PlanKind;
  name: string;
  state: PlanState;
  revision: PlanRevision;
  /** Number of the last round, of whatever kind; 0 before the first. */
  lastRound: number;
  keyId: string | null;
  maxMicroPerRound: number | null;
  /** ISO 8601 UTC: every due time up to here has its round, or is recorded as missed. */
  settledUntil: string;
  /** ISO 8601 UTC: the first due time after `settledUntil`; null while nothing is scheduled. */
  nextDueAt: string | null;
  createdAt: string;
  activatedAt: string | null;
  /** ISO 8601 UTC: when a watcher last asked for work. */
  watchedAt: string | null;
  /** null: callers that must ask before a purchase cannot begin a round. */
  roundGrant: RoundGrant | null;
  /** Cases that a member allowed for this revision: rounds ask these alone. Null: none are allowed yet. */
  allowedCases: readonly string[] | null;
};

export const maxRepeats = 10;
/** Requests of one round at most: what one answer of the API can list. */
export const maxRoundRequests = 1_000;
