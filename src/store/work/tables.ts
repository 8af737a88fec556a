/** The table of work items that a member has changed, as part of all tables. An untouched item has no row. */
export type WorkTables = {
  work_items: {
    workspace_id: string;
    website_id: string;
    /** Digest of website, rule and subject. */
    id: string;
    rule: string;
    subject: string;
    state: string;
    owner: string | null;
    due_day: string | null;
    note: string | null;
    reason: string | null;
    /** The item when its state last changed. */
    evidence: string;
    evidence_kind: string;
    changed_at: string;
    changed_by: string;
    done_at: string | null;
  };
};
