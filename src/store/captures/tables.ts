export type CaptureTables = {
  /** Captures in progress only. */
  capture_progress: {
    run_id: string;
    workspace_id: string;
    pages_read: number;
    pages_planned: number | null;
    page: string;
  };
  evidence_bundles: {
    run_id: string;
    workspace_id: string;
    manifest_digest: string;
    bytes: number;
    created_at: string;
    deleted_at: string | null;
  };
};
