import type { Generated } from 'kysely';

/** Place of a count. */
type CountKey = {
  workspace_id: string;
  website_id: string;
  surface: string;
  engine: string;
  /** A UTC day (`2026-05-31`); in a table of months a month (`2026-05`). */
  day: string;
  /** '' if the provider named none. */
  model: string;
};
type AttemptCount = CountKey & { status: string; attempts: number };
type MarkCount = CountKey & { target_id: string; marked_by: string; gist: string; answers: number };

export type RunTables = {
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
    /** API key of the request; null for a session, and on runs saved before this was recorded. */
    key_id: string | null;
    /** Plan that bought it. */
    plan_id: string | null;
  };
  /**
   * Genuine notices whose task could not be read yet. `due_at` is on the steady clock; `cause` null: the task did not
   * exist.
   */
  unread_notices: {
    engine: string;
    task_id: string;
    received_at: string;
    due_at: string;
    failed_reads: number;
    cause: string | null;
  };
  webhook_deliveries: { id: string; received_at: string };
  /** Results of completed runs: one row per run and reader (or analyser) version; `current` marks the displayed one. */
  run_results: {
    run_id: string;
    workspace_id: string;
    version: string;
    current: number;
    result: string;
    facts: string | null;
    /** Searches by the engine; null if the provider does not report them, or if an older reader read the answer. */
    searches: string | null;
    created_at: string;
    /** Packed forms on SQLite; the text itself is then empty or null: see `packedText.ts`. */
    packed_result: Uint8Array | null;
    packed_facts: Uint8Array | null;
    packed_searches: Uint8Array | null;
    /** Hosts of all addresses in packed facts, so that answers with a source are found without unpacking every one. */
    source_hosts: string | null;
  };
  /** Marks of each answer about its website, decided by the registered names and rules that `marked_by` identifies. */
  answer_marks: {
    run_id: string;
    workspace_id: string;
    website_id: string;
    marked_by: string;
    reader: string;
    marks: string;
    /** Part that determines the website's status; '' in marks made by an earlier release. */
    gist: Generated<string>;
  };
  /** Ended attempts, counted by the database itself (0160-day-counts, 0440-month-counts). */
  attempt_days: AttemptCount & { target_id: string; changed_at: string };
  /** Sums of them: over all questions, and over a month. */
  attempt_dates: AttemptCount & { changed_at: string };
  attempt_months: AttemptCount & { target_id: string };
  /** Marked answers, counted in the same way. */
  mark_days: MarkCount;
  mark_months: MarkCount;
  reading_epochs: { workspace_id: string; epoch: number };
  /**
   * Searches of a past UTC day (`2026-05-31`) or month (`2026-05`), with a stamp of the data they were counted from.
   */
  search_counts: {
    workspace_id: string;
    website_id: string;
    surface: string;
    engine: string;
    start: string;
    stamp: string;
    counts: string;
    packed_counts: Uint8Array | null;
  };
  /** Raw provider object of a result, kept privately so that a newer reader can read it again. */
  raw_answers: {
    run_id: string;
    workspace_id: string;
    raw: string;
    created_at: string;
    packed_raw: Uint8Array | null;
  };
  /** One paid reading of one text by one second reader, for the run that came first; the row itself is its intent. */
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
};
