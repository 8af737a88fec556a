export const attentionKinds = [
  'run_needs_action',
  'run_unresolved',
  'credit_used_up',
  'engine_failing',
  'gate_failed',
  'round_missed',
  'round_incomplete',
  'round_stopped',
  'limit_exceeded',
  'plan_key_revoked',
  'plan_unwatched',
  'budget_nearly_used_up',
  'budget_used_up',
] as const;
type AttentionKind = (typeof attentionKinds)[number];

/** One thing that waits for a person. */
export type AttentionItem = {
  /** Names it across reads: the same trouble has the same id. */
  id: string;
  kind: AttentionKind;
  /** ISO 8601 UTC. */
  since: string;
  /** Description, in a sentence. */
  what: string;
  /** Recommended action, in a sentence that says whether it costs. */
  remedy: string;
  runId: string | null;
  websiteId: string | null;
  planId: string | null;
  round: number | null;
};

/** Consecutive failed runs from which an accident is ruled out. */
export const minFailuresInRow = 3;

/** Returns true if the newest runs of an engine, newest first, show that it fails. */
export function isFailing(statuses: readonly string[]): boolean {
  return statuses.length >= minFailuresInRow && statuses.slice(0, minFailuresInRow).every((one) => one === 'failed');
}

/**
 * Time without any request from a watcher, in milliseconds, after which a plan with a due round counts as unwatched.
 */
export const unwatchedAfterMs = 10 * 60_000;
