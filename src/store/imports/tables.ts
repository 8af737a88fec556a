/** The tables of the owner's own data, as part of all tables. Dates are `YYYY-MM-DD`. */
export type ImportTables = {
  data_connections: {
    id: string;
    workspace_id: string;
    website_id: string;
    kind: string;
    property: string;
    /** Credential, sealed with the server's key. */
    sealed: string;
    created_at: string;
    created_by: string;
    read_at: string | null;
    end_date: string | null;
  };
  owner_imports: {
    id: string;
    workspace_id: string;
    website_id: string;
    /** `reading` until every row of it is saved; only `complete` ones count. */
    state: string;
    /** Time of the last write of the importing process, on the steady clock. */
    renewed_at: string;
    kind: string;
    property: string;
    name: string;
    digest: string;
    bytes: number;
    parser: string;
    start_date: string | null;
    end_date: string | null;
    dimensions: string;
    counts: string;
    warnings: string;
    imported_at: string;
    imported_by: string;
  };
  sampling_frames: {
    id: string;
    workspace_id: string;
    website_id: string;
    digest: string;
    size: number;
    strata: string;
    created_at: string;
  };
  owner_figures: {
    import_id: string;
    website_id: string;
    dimension: string;
    subject: string;
    /** The page's one spelling, for figures of pages. */
    page: string | null;
    detail: string;
    clicks: number | null;
    impressions: number | null;
    position: number | null;
    citations: number | null;
    visits: number | null;
    views: number | null;
    requests: number | null;
  };
};
