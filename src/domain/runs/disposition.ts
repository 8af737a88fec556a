import { buildFreshness } from './freshness.ts';
import type { RunStatus } from './run.ts';
import type { RunPhase } from './runRecord.ts';

export const dispositions = ['saved', 'fresh_saved', 'existing_active', 'started', 'missing'] as const;
export type Disposition = (typeof dispositions)[number];

type Candidate = { id: string; status: RunStatus; observedAt: string | null; phase: RunPhase };

export type EnsureDecision =
  | { kind: 'fresh_saved'; runId: string }
  | { kind: 'existing_active'; runId: string }
  | { kind: 'creation_unresolved'; runId: string }
  | { kind: 'reserve' };

/**
 * Decides what an ensure does about the runs that match it. A fresh answer costs nothing and comes first. A run with an
 * unresolved create blocks new work, because a paid task may exist; other active runs are joined.
 * @param now milliseconds since the epoch
 */
export function decideEnsure(
  latestCompleted: Candidate | null,
  active: readonly Candidate[],
  maxAgeSeconds: number,
  now: number,
): EnsureDecision {
  if (latestCompleted !== null && buildFreshness(latestCompleted, maxAgeSeconds, now).fresh) {
    return { kind: 'fresh_saved', runId: latestCompleted.id };
  }
  const unresolved = active.find((run) => run.phase === 'unresolved');
  if (unresolved !== undefined) return { kind: 'creation_unresolved', runId: unresolved.id };
  const followed = active[0];
  return followed === undefined ? { kind: 'reserve' } : { kind: 'existing_active', runId: followed.id };
}

export type Allowance = {
  activeRuns: number;
  activeRunLimit: number;
  runsToday: number;
  runsPerDay: number;
  heldElsewhere: boolean;
};

export type Denial = {
  code: 'run_limit' | 'owner_active_elsewhere';
  message: string;
  /** Exhausted allowance; null if the target itself is reserved. */
  limit: 'active_runs' | 'runs_per_day' | null;
  /** ISO 8601 UTC: earliest time at which a new request, with a new key, makes sense. Null if unknown. */
  freeAt: string | null;
};

/** Events after which a purchase may fit into a budget, soonest first. */
export const budgetWaits = ['holds', 'next_month', 'raise'] as const;
export type BudgetWait = (typeof budgetWaits)[number];

/** Denial of a purchase whose worst case does not fit into a budget. Amounts in US dollars, for display. */
export type BudgetDenial = {
  code: 'run_limit';
  message: string;
  limit: 'budget';
  /** Kind of budget: `deployment`, `workspace`, `plan` or `key`. */
  budget: string;
  leftUsd: number;
  /** Charged, or counted at its worst case, including work in progress; absent in denials of earlier releases. */
  spentUsd?: number;
  heldUsd?: number;
  /** Event after which it may fit: work in progress ends, a new month begins, or a member raises the budget. */
  waitsFor?: BudgetWait;
  /** Null: no price is known, so nothing can be held. */
  neededUsd: number | null;
  /** ISO 8601 UTC; null if no month's budget would suffice. */
  freeAt: string | null;
};

/**
 * Recommended wait for a slot, in milliseconds: the end of a run cannot be predicted, but most take about this long.
 */
const placeWaitMs = 30_000;
const dayMs = 86_400_000;

/** Maximum wait to report, in milliseconds, however the clock has moved since the denial. */
export const maxWaitMs = { active_runs: placeWaitMs, runs_per_day: dayMs, budget: 31 * dayMs } as const;

/**
 * Decides whether one more run may be reserved; a denial is saved under its idempotency key.
 * @param now milliseconds since the epoch
 */
export function denyReservation(allowance: Allowance, now: number): Denial | null {
  if (allowance.heldElsewhere) {
    return {
      code: 'owner_active_elsewhere',
      limit: null,
      freeAt: null,
      message:
        'The same target is being evaluated from another workspace of this owner. Follow that run, or ask again with a new Idempotency-Key once it has ended.',
    };
  }
  if (allowance.activeRuns >= allowance.activeRunLimit) {
    return {
      code: 'run_limit',
      message: `ACTIVE_RUNS_PER_OWNER allows ${allowance.activeRunLimit} active ${allowance.activeRunLimit === 1 ? 'run' : 'runs'}, and all of them are in use. Nothing was started; ask again with a new Idempotency-Key once a run has ended.`,
      limit: 'active_runs',
      freeAt: new Date(now + placeWaitMs).toISOString(),
    };
  }
  if (allowance.runsToday >= allowance.runsPerDay) {
    return {
      code: 'run_limit',
      message: `RUNS_PER_DAY_PER_OWNER allows ${allowance.runsPerDay} ${allowance.runsPerDay === 1 ? 'run' : 'runs'} in a UTC day, and today’s are used up. Nothing was started; ask again with a new Idempotency-Key after midnight UTC.`,
      limit: 'runs_per_day',
      freeAt: new Date((Math.floor(now / dayMs) + 1) * dayMs).toISOString(),
    };
  }
  return null;
}
