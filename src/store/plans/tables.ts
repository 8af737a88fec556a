/** The tables of plans, as part of all tables. */
export type PlanTables = {
  plans: {
    id: string;
    workspace_id: string;
    kind: string;
    name: string;
    state: string;
    revision: number;
    last_round: number;
    key_id: string | null;
    max_round_micro: number | string | null;
    settled_until: string;
    next_due_at: string | null;
    created_at: string;
    created_by: string;
    activated_at: string | null;
    watched_at: string | null;
    grant_revision: number | null;
    grant_until: string | null;
    grant_by: string | null;
  };
  /** The cases that a member allowed for one revision. */
  plan_allowances: {
    plan_id: string;
    workspace_id: string;
    revision: number;
    case_ids: string;
    allowed_by: string;
    allowed_at: string;
  };
  /** Immutable: a round keeps the revision it began with. */
  plan_revisions: {
    plan_id: string;
    number: number;
    workspace_id: string;
    questions: string;
    engines: string;
    repeats: number;
    max_age_seconds: number;
    use_seo_tools: number;
    cadence: string;
    made_at: string;
    made_by: string;
  };
  /** `slot` is the due time, or the name of a manual request; it has one round. */
  plan_rounds: {
    plan_id: string;
    number: number;
    workspace_id: string;
    kind: string;
    slot: string;
    revision: number;
    due_at: string;
    state: string;
    opened_at: string | null;
    ends_at: string;
    ended_at: string | null;
    reason: string | null;
    wait: string | null;
    note: string | null;
    asked_by: string | null;
    max_micro: number | string | null;
    fingerprint: string | null;
    payer_key: string | null;
  };
  plan_round_items: {
    plan_id: string;
    round: number;
    case_id: string;
    repeat: number;
    workspace_id: string;
    ordinal: number;
    denials: number;
    denial: string | null;
    run_id: string | null;
    met: string | null;
    ask_after: string | null;
    refused_for: string | null;
  };
  /** Runs that provably bought nothing. */
  run_refusals: {
    run_id: string;
    workspace_id: string;
    kind: string;
    retry_after_seconds: number | null;
  };
};
