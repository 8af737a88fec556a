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

/** An item that needs a person's attention. */
export type AttentionItem = {
  /** Stable across reads: the same problem has the same id. */
  id: string;
  kind: AttentionKind;
  /** ISO 8601 UTC. */
  since: string;
  /** Description, one sentence. */
  what: string;
  /** Recommended action, one sentence that states whether it costs money. */
  remedy: string;
  runId: string | null;
  websiteId: string | null;
  planId: string | null;
  round: number | null;
};

/** Number of consecutive failed runs that is no longer a coincidence. */
export const minFailuresInRow = 3;

/** Returns true if an engine's newest runs, newest first, show that it fails. */
export function isFailing(statuses: readonly string[]): boolean {
  return statuses.length >= minFailuresInRow && statuses.slice(0, minFailuresInRow).every((one) => one === 'failed');
}

/** Time without a request from a watcher, in milliseconds, after which a plan with a due round counts as unwatched. */
export const unwatchedAfterMs = 10 * 60_000;
