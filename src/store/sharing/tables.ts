/** The tables of shared reports, as part of all tables. */
export type SharingTables = {
  shared_reports: {
    id: string;
    workspace_id: string;
    website_id: string;
    start_date: string | null;
    end_date: string | null;
    engine: string;
    model: string | null;
    digest: string;
    bytes: number;
    /** The whole file, immutable. */
    html: string;
    created_at: string;
    made_by: string;
  };
  share_links: {
    id: string;
    report_id: string;
    workspace_id: string;
    secret_hash: string;
    created_at: string;
    made_by: string;
    expires_at: string;
    revoked_at: string | null;
    last_opened_at: string | null;
    opened: number;
  };
};
