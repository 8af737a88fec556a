/** The tables of cited pages and of the owner's facts, as part of all tables. */
export type CitedPageTables = {
  cited_pages: {
    id: string;
    workspace_id: string;
    url: string;
    host: string;
    /** `waiting` for its reading, `reading`, `judging` again from its archive, or `idle`. */
    state: string;
    queued_at: string;
    /** Newest reading. */
    reading_id: string | null;
    /** Id that the reading in progress will have, by which its archive is found after a crash. */
    pending_id: string | null;
  };
  cited_page_readings: {
    id: string;
    workspace_id: string;
    page_id: string;
    read_at: string;
    rule: string;
    outcome: string;
    facts: string;
    /** Time of the last reading with a different main text; null: never. */
    changed_at: string | null;
    /** `kept`, `none` or `deleted`. */
    archive: string;
  };
  cited_page_views: {
    reading_id: string;
    page_id: string;
    website_id: string;
    names_us: number;
    lost_since: string | null;
    view: string;
    facts: string;
  };
  /** A sentence of an answer with a page that it cites; -1: the provider gives no position. */
  answer_support: {
    run_id: string;
    page_id: string;
    start_at: number;
    end_at: number;
    workspace_id: string;
    website_id: string;
    engine: string;
    language: string;
    fragments: string;
    rule: string | null;
    reading_id: string | null;
    verdict: string | null;
    judgement: string | null;
  };
  /** Hosts that a process reads from: one connection per host, whatever the number of processes. */
  cited_hosts: { host: string; lease_until: string };
  forgotten_hosts: { workspace_id: string; host: string; forgotten_at: string; forgotten_by: string };
  cited_page_settings: { workspace_id: string; keep_days: number };
  /** Plans after whose rounds cited pages are read, with the last round processed. */
  cited_after_rounds: { plan_id: string; workspace_id: string; website_id: string; last_round: number };
  facts: {
    id: string;
    workspace_id: string;
    website_id: string;
    kind: string;
    name: string;
    words: string;
    created_at: string;
    archived_at: string | null;
  };
  fact_versions: {
    fact_id: string;
    version: number;
    value: string;
    source_url: string;
    made_at: string;
    made_by: string;
  };
  fact_decisions: {
    fact_id: string;
    run_id: string;
    start_at: number;
    workspace_id: string;
    decision: string;
    decided_at: string;
    decided_by: string;
  };
};
