import type { Cadence } from './cadence.ts';

/** `draft`: never activated. `paused`: keeps its key but has no rounds. `archived`: has ended. */
export const planStates = ['draft', 'active', 'paused', 'archived'] as const;
type PlanState = (typeof planStates)[number];

/**
 * `plan`: a plan with a schedule. `asks`: a person's manual requests. Each person has one per workspace, and each
 * request is a round with its own revision.
 */
export const planKinds = ['plan', 'asks'] as const;
export type PlanKind = (typeof planKinds)[number];

/** Selection of saved questions: named ones, all about a website, those with one of some tags, or specific cases. */
export type QuestionChoice =
  | { kind: 'tags'; tags: readonly string[]; websiteId: string | null }
  | { kind: 'questions'; questionIds: readonly string[] }
  | { kind: 'website'; websiteId: string }
  | { kind: 'cases'; caseIds: readonly string[] };

/**
 * Questions and schedule of a plan. Immutable: a change creates the next revision, and a round keeps the one it began
 * with.
 */
export type PlanRevision = {
  number: number;
  questions: QuestionChoice;
  /** Ids of engines. A round leaves out engines for which a question is not saved, and reports them. */
  engines: readonly string[];
  repeats: number;
  maxAgeSeconds: number;
  /** True if each request grants its engine one SEO lookup. Only for manual rounds. */
  useSeoTools: boolean;
  cadence: Cadence;
  /** ISO 8601 UTC. */
  madeAt: string;
};

/**
 * Member's permission for callers that need approval to begin rounds of a plan on their own: for this revision, until
 * this time, within the plan's budget.
 */
export type RoundGrant = { revision: number; until: string; grantedBy: string };

/** Returns the grant that covers a round now; null without one. @param now ISO 8601 */
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
  /** Number of the last round of any kind; 0 before the first. */
  lastRound: number;
  keyId: string | null;
  maxMicroPerRound: number | null;
  /** ISO 8601 UTC: every due time until then has its round, or is recorded as missed. */
  settledUntil: string;
  /** ISO 8601 UTC: the first due time after `settledUntil`; null while nothing is scheduled. */
  nextDueAt: string | null;
  createdAt: string;
  activatedAt: string | null;
  /** ISO 8601 UTC: when a watcher last asked for work. */
  watchedAt: string | null;
  /** null: callers that need approval cannot begin a round. */
  roundGrant: RoundGrant | null;
  /** Cases that a member allowed for this revision: rounds ask only these. Null: none are allowed yet. */
  allowedCases: readonly string[] | null;
};

/** Fields of a new plan, which has no round yet. @param now ISO 8601 UTC */
export const newPlanFields = (now: string) =>
  ({
    ...{ lastRound: 0, keyId: null, maxMicroPerRound: null, settledUntil: now, nextDueAt: null, createdAt: now },
    ...{ activatedAt: null, watchedAt: null, roundGrant: null, allowedCases: null },
  }) satisfies Partial<Plan>;

export const maxRepeats = 10;
/** Maximum number of requests in a round: what one API response can list. */
export const maxRoundRequests = 1_000;
