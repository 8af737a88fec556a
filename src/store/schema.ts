import type { Generated } from 'kysely';
import type { AccountTables } from './access/accountTables.ts';
import type { AccessTables } from './access/tables.ts';
import type { AlertTables } from './alerts/tables.ts';
import type { AuditTables } from './audits/tables.ts';
import type { CitedPageTables } from './citedPages/tables.ts';
import type { CrawlerTables } from './crawlers/tables.ts';
import type { ExperimentTables } from './experiments/tables.ts';
import type { ImportTables } from './imports/tables.ts';
import type { MoneyTables } from './money/tables.ts';
import type { PlanTables } from './plans/tables.ts';
import type { QuestionTables } from './questions/tables.ts';
import type { SharingTables } from './sharing/tables.ts';
import type { WorkTables } from './work/tables.ts';

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
    /** JSON list: of the name and the aliases those that count only alone and in their case. */
    exact_names: Generated<string>;
    /** JSON list of domains that the owner has declared as rivals, or dismissed as such. */
    settled_domains: Generated<string>;
    /** JSON list of domain and name. */
    rivals: Generated<string>;
    created_at: string;
    archived_at: string | null;
    /** Null only on a row that no program of this version wrote. */
    verification_token: string | null;
    verified_at: string | null;
    verified_way: string | null;
    compare_bot_agents: Generated<number>;
    last_look: string | null;
    /** JSON of the owner's statement about Search Console's switch; null without one. */
    google_ai_control: string | null;
  };
  /** Captures under way only. */
  capture_progress: {
    run_id: string;
    workspace_id: string;
    pages_read: number;
    pages_planned: number | null;
    page: string;
  };
  /** Owner's statements about other companies' names: read together with the answers, never written into them. */
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
  saved_views: {
    id: string;
    workspace_id: string;
    name: string;
    path: string;
    saved_by: string;
    saved_at: string;
  };
  site_notes: {
    id: string;
    workspace_id: string;
    website_id: string;
    /** UTC date. */
    day: string;
    text: string;
    said_by: string;
    said_at: string;
  };
  keyword_cases: {
    id: string;
    workspace_id: string;
    website_id: string | null;
    question_id: string;
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
    /** 1: a member approves each purchase. */
    asks_to_spend: Generated<number>;
    /** The plan that this key alone asks for; null for every other key. */
    plan_id: string | null;
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
    engine: string | null;
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
    /** The API key that asked; null for a session, and on runs saved before it was kept. */
    key_id: string | null;
    /** The plan that it was bought for. */
    plan_id: string | null;
  };
  /** Genuine notices whose task could not be read yet. `due_at` is of the steady count; `cause` null: the task was not there. */
  unread_notices: {
    engine: string;
    task_id: string;
    received_at: string;
    due_at: string;
    failed_reads: number;
    cause: string | null;
  };
  /**
   * Results of completed runs: one row per run and reader (or analyser) version; `current` marks the one that is shown.
   */
  run_results: {
    run_id: string;
    workspace_id: string;
    version: string;
    current: number;
    result: string;
    facts: string | null;
    /**
     * Searches that the engine made; null when the provider does not report them, or an older reader read the answer.
     */
    searches: string | null;
    created_at: string;
    /** Packed forms, on SQLite, where the text itself is then empty or null: see `packedText.ts`. */
    packed_result: Uint8Array | null;
    packed_facts: Uint8Array | null;
    packed_searches: Uint8Array | null;
    /** The hosts of all addresses in packed facts, so that answers with a source are found without unpacking all. */
    source_hosts: string | null;
  };
  /** Marks of each answer about its website, as its registration and the rules named by `marked_by` decide them. */
  answer_marks: {
    run_id: string;
    workspace_id: string;
    website_id: string;
    marked_by: string;
    reader: string;
    marks: string;
    /** The part that the status of the website rests on; '' of marks that an earlier release made. */
    gist: Generated<string>;
  };
  /** Attempts that ended, counted by the database itself (0160-day-counts). */
  attempt_days: {
    workspace_id: string;
    website_id: string;
    surface: string;
    engine: string;
    day: string;
    target_id: string;
    /** '' where the provider named none. */
    model: string;
    status: string;
    attempts: number;
    changed_at: string;
  };
  /** Marked answers, counted likewise. */
  mark_days: {
    workspace_id: string;
    website_id: string;
    surface: string;
    engine: string;
    day: string;
    target_id: string;
    marked_by: string;
    gist: string;
    answers: number;
  };
  reading_epochs: { workspace_id: string; epoch: number };
  /** Raw provider object of a result, kept privately so that a newer reader can read it again. */
  raw_answers: {
    run_id: string;
    workspace_id: string;
    raw: string;
    created_at: string;
    packed_raw: Uint8Array | null;
  };
  /** One paid reading of one text by one second reader, made for the run that came first; its intent is the row itself. */
  second_readings: {
    workspace_id: string;
    text_digest: string;
    reader: string;
    run_id: string;
    owner_id: string;
    state: string;
    progress: string;
    created_at: string;
    sent_at: string | null;
    ended_at: string | null;
    outcome: string | null;
    usage: string | null;
  };
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
    /** Time of the request by the steady count, which measures the owner's hour. */
    counted_at: string;
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
  request_buckets: { bucket: string; seq: number; rewritten_seq: number; ends_at: number; window_ms: number };
  request_times: { bucket: string; seq: number; at: number; count: number; ends_at: number };
  deployment_marks: { name: string; value: string };
  /** One restore of an older state each; open until `ended_at`. */
  restore_fences: { id: string; since: string; fenced_at: string; cause: string; ended_at: string | null };
  restore_fence_marks: {
    fence_id: string;
    kind: string;
    target: string;
    says: string;
    note: string;
    marked_at: string;
  };
  /** Settings that an owner chose for the members; no row until one has. */
  workspace_settings: { workspace_id: string; members_manage: number; logo: string | null; accent: string | null };
  /** One open reset an account: the digest of the secret in its one-time link. */
  password_resets: { account_id: string; secret_hash: string; created_at: string; expires_at: string };
  setup: { id: number; completed_at: string };
} & AccountTables &
  AuditTables &
  CitedPageTables &
  CrawlerTables &
  ImportTables &
  ExperimentTables &
  WorkTables &
  MoneyTables &
  AccessTables &
  AlertTables &
  PlanTables &
  QuestionTables &
  SharingTables;
