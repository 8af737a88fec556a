export const attentionKinds = [
  'run_needs_action',
  'run_unresolved',
  'credit_used_up',
  'engine_failing',
  'gate_failed',
  'round_missed',
  'round_incomplete',
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
  /** What it is, in a sentence. */
  what: string;
  /** What to do about it, in a sentence that says whether it costs. */
  remedy: string;
  runId: string | null;
  websiteId: string | null;
  planId: string | null;
  round: number | null;
};

/** So many runs in a row that failed are no accident. */
export const minFailuresInRow = 3;

/** Whether the newest runs of an engine, the latest first, say that it fails. */
export function isFailing(statuses: readonly string[]): boolean {
  return statuses.length >= minFailuresInRow && statuses.slice(0, minFailuresInRow).every((one) => one === 'failed');
}

/** A plan whose round is due and that nobody has asked about for so long is watched by nobody, in milliseconds. */
export const unwatchedAfterMs = 10 * 60_000;
