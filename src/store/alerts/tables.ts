/** The tables of alerts, as part of all tables. */
export type AlertTables = {
  alert_destinations: {
    id: string;
    workspace_id: string;
    kind: string;
    name: string;
    shown: string;
    /** Address and secrets, sealed with a key outside the database. */
    sealed: string;
    created_at: string;
    created_by: string;
    secret_made_at: string | null;
    archived_at: string | null;
  };
  alert_rules: {
    id: string;
    workspace_id: string;
    kind: string;
    name: string;
    website_id: string | null;
    engine: string | null;
    period_days: number | null;
    direction: string;
    destination_ids: string;
    enabled: number;
    created_at: string;
    created_by: string;
    archived_at: string | null;
  };
  /** Evaluations of periods, with or without a finding. A rule evaluates each period once. */
  alert_looks: {
    rule_id: string;
    workspace_id: string;
    period_end: string;
    looked_at: string;
    verdict: string;
    p: number | null;
    level: number;
    paired: number;
  };
  /** Reported facts. A rule reports each subject once. For a test message, `rule_id` is the destination's id. */
  alert_facts: {
    id: string;
    workspace_id: string;
    rule_id: string;
    subject: string;
    kind: string;
    website_id: string | null;
    fact: string;
    created_at: string;
  };
  /** `due_at` and `ends_at` are on the steady clock. `attempts` counts started attempts. */
  outbox_messages: {
    id: string;
    workspace_id: string;
    fact_id: string;
    destination_id: string;
    state: string;
    attempts: number;
    created_at: string;
    due_at: string;
    ends_at: string;
    ended_at: string | null;
  };
  /** One row per attempt; `outcome` null: it is in progress, or its process died. */
  outbox_tries: {
    message_id: string;
    number: number;
    workspace_id: string;
    began_at: string;
    ended_at: string | null;
    outcome: string | null;
    status: number | null;
    reason: string | null;
    duration_ms: number | null;
  };
};
