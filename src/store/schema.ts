import type { Generated } from 'kysely';

/**
 * The tables as Kysely sees them, the same on both engines. Times are ISO 8601 UTC text (equal order as text and as
 * time), structures are JSON text, flags are 0 or 1: nothing depends on an engine's own types.
 */
export type Tables = {
  websites: {
    id: string;
    workspace_id: string;
    url: string;
    domain: string;
    name: string;
    aliases: string;
    created_at: string;
    archived_at: string | null;
    /** Null only on a row that no program of this version wrote. */
    verification_token: string | null;
    verified_at: string | null;
    verified_way: string | null;
    compare_bot_agents: Generated<number>;
    last_look: string | null;
  };
  /** The owner's word about names of others: read beside the answers, never written into them. */
  other_companies: {
    id: string;
    workspace_id: string;
    website_id: string;
    form: string;
    name: string;
    domain: string;
    said_by: string;
    said_at: string;
  };
  keyword_cases: {
    id: string;
    workspace_id: string;
    website_id: string | null;
    query: string;
    locale: string;
    search: string;
    reference_answer: string | null;
    created_at: string;
    archived_at: string | null;
  };
  api_keys: {
    id: string;
    workspace_id: string;
    account_id: string;
    name: string;
    secret_hash: string;
    prefix: string;
    permissions: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
  };
  idempotency_keys: {
    workspace_id: string;
    operation: string;
    key: string;
    fingerprint: string;
    outcome: string;
    created_at: string;
  };
  runs: {
    id: string;
    workspace_id: string;
    owner_id: string;
    account_id: string;
    kind: string;
    target_id: string;
    website_id: string | null;
    reservation_key: string;
    harness_key: string;
    harness_version: string;
    surface: string;
    ask: string;
    status: string;
    phase: string;
    version: number;
    active: number;
    model: string | null;
    search_mode: string | null;
    allowed_domains: string;
    use_seo_tools: number;
    environment_fingerprint: string | null;
    completed_search_count: number | null;
    session_id: string | null;
    task_id: string | null;
    created_at: string;
    updated_at: string;
    observed_at: string | null;
    submitted_at: string | null;
    deadline_at: string;
    cancel_requested_at: string | null;
    due_at: string | null;
    failed_looks: number;
    usage: string;
    error: string | null;
    replay_of: string | null;
  };
  /** What a completed run says: one row a run and reader (or analyser) version; `current` marks the one that is shown. */
  run_results: {
    run_id: string;
    workspace_id: string;
    version: string;
    current: number;
    result: string;
    facts: string | null;
    created_at: string;
  };
  /** The provider's own object behind a result, kept privately so that a newer reader can read it again. */
  raw_answers: { run_id: string; workspace_id: string; raw: string; created_at: string };
  seo_reports: {
    id: string;
    workspace_id: string;
    owner_id: string;
    run_id: string | null;
    domain: string;
    state: string;
    provider: string;
    sandbox: number;
    version: number;
    requested_at: string;
    completed_at: string | null;
    due_at: string | null;
  };
  seo_calls: {
    report_id: string;
    workspace_id: string;
    name: string;
    ordinal: number;
    state: string;
    tag: string;
    sent_at: string | null;
    ended_at: string | null;
    cost_usd: number | null;
    error: string | null;
    data: string | null;
    refusals: Generated<string>;
  };
  capabilities: {
    secret_hash: string;
    workspace_id: string;
    owner_id: string;
    account_id: string;
    run_id: string;
    domain: string;
    tool: string;
    expires_at: string;
    revoked_at: string | null;
    report_id: string | null;
  };
  evidence_bundles: {
    run_id: string;
    workspace_id: string;
    manifest_digest: string;
    bytes: number;
    created_at: string;
    deleted_at: string | null;
  };
  webhook_deliveries: { id: string; received_at: string };
  /** Requests of one bucket (a key, a sign-in address) inside its window: a sliding log of times in milliseconds. */
  request_log: { bucket: string; stamps: string; updated_at: number };
  deployment_secrets: { name: string; value: string };
  setup: { id: number; completed_at: string };
} & AccountTables;

/** Tables that the account library owns; named and shaped as it expects them. */
export type AccountTables = {
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: number | boolean;
    image: string | null;
    createdAt: string | Date;
    updatedAt: string | Date;
  };
  session: {
    id: string;
    userId: string;
    token: string;
    expiresAt: string | Date;
    createdAt: string | Date;
    updatedAt: string | Date;
    ipAddress: string | null;
    userAgent: string | null;
    activeOrganizationId: string | null;
  };
  account: {
    id: string;
    userId: string;
    accountId: string;
    providerId: string;
    password: string | null;
    createdAt: string | Date;
    updatedAt: string | Date;
  };
  organization: {
    id: string;
    name: string;
    slug: string;
    logo: string | null;
    metadata: string | null;
    createdAt: string | Date;
    ownerId: string;
  };
  member: { id: string; userId: string; organizationId: string; role: string; createdAt: string | Date };
  invitation: {
    id: string;
    organizationId: string;
    email: string;
    role: string | null;
    status: string;
    inviterId: string;
    expiresAt: string | Date;
    createdAt: Generated<string | Date>;
  };
};
