/** Tables of people's decisions on single answers, of the samples they check, and of readings by a model. */
export type AuditTables = {
  answer_words: {
    id: string;
    workspace_id: string;
    website_id: string;
    run_id: string;
    audit_id: string | null;
    recommended: number;
    position: number | null;
    said_by: string;
    said_at: string;
    undone_by: string | null;
    undone_at: string | null;
  };
  audits: {
    id: string;
    workspace_id: string;
    website_id: string;
    engine: string | null;
    start_date: string | null;
    end_date: string | null;
    seed: string;
    /** Ids of the runs from which the sample was drawn, as JSON. */
    population: string;
    /** 0 if older answers of the period were left out. */
    complete: number;
    created_at: string;
    created_by: string;
  };
  audit_answers: { audit_id: string; run_id: string; place: number; skipped_at: string | null };
  model_readings: {
    id: string;
    workspace_id: string;
    website_id: string;
    text_digest: string;
    reader: string;
    run_id: string;
    owner_id: string;
    key_id: string | null;
    question: string;
    target_names: string;
    state: string;
    created_at: string;
    sent_at: string | null;
    ended_at: string | null;
    outcome: string | null;
    usage: string | null;
  };
  model_read_answers: { run_id: string; reading_id: string; workspace_id: string };
};
