/** The tables of crawler logs, as part of all tables. Hours are `YYYY-MM-DDTHH` in UTC, days `YYYY-MM-DD`. */
export type CrawlerTables = {
  log_drains: {
    source_id: string;
    workspace_id: string;
    /** Secret, sealed with the server's key. */
    sealed: string;
    /** Text by which Vercel verifies the address. */
    verify: string | null;
    created_at: string;
  };
  log_sources: {
    id: string;
    workspace_id: string;
    website_id: string;
    name: string;
    kind: string;
    format: string | null;
    captures: string;
    mapping: string;
    keep_days: number;
    created_at: string;
    archived_at: string | null;
  };
  log_imports: {
    id: string;
    workspace_id: string;
    source_id: string;
    website_id: string;
    /** `reading` until every row of it is saved; only `complete` ones count. */
    state: string;
    /** Time of the last write of the importing process, on the steady clock. */
    renewed_at: string;
    name: string;
    digest: string;
    bytes: number;
    format: string;
    reader: string;
    first_at: string | null;
    last_at: string | null;
    counts: string;
    notes: string;
    imported_at: string;
    imported_by: string;
  };
  log_hours: { import_id: string; source_id: string; website_id: string; hour: string; host: string; lines: number };
  bot_visits: {
    import_id: string;
    source_id: string;
    website_id: string;
    hour: string;
    host: string;
    token: string;
    verdict: string;
    method: string;
    list_digest: string | null;
    request_class: string;
    status_class: string;
    path: string;
    requests: number;
  };
  assistant_visits: {
    import_id: string;
    source_id: string;
    website_id: string;
    day: string;
    host: string;
    assistant: string;
    basis: string;
    paid: number;
    path: string;
    requests: number;
  };
  /** Addresses of claimed crawlers only: whole until `full_until`, then their network. */
  bot_claims: {
    import_id: string;
    website_id: string;
    hour: string;
    token: string;
    address: string;
    requests: number;
    full_until: string | null;
  };
  /** Salted hashes of counted lines, by which a line that arrives twice is known. */
  log_lines: { source_id: string; day: string; hash: string; import_id: string };
  log_salts: { source_id: string; day: string; salt: string };
  /** Pages of the newest sitemap; `changed_at` as it states it. */
  sitemap_pages: { website_id: string; page: string; changed_at: string | null; read_at: string };
  address_lists: {
    id: string;
    workspace_id: string;
    url: string;
    digest: string;
    prefixes: string;
    published_at: string | null;
    read_at: string;
    read_by: string;
    /** Time of the first claim that it covered; null before. */
    confirmed_at: string | null;
  };
};
