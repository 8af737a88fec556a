import type { Generated } from 'kysely';

export type SeoTables = {
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
    /** Time of the request on the steady clock, which measures the owner's hour. */
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
};
