/** The tables of experiments, as part of all tables. Structures are JSON text. */
export type ExperimentTables = {
  experiments: {
    id: string;
    workspace_id: string;
    website_id: string;
    name: string;
    protocol: string;
    /** null: a draft. */
    registration: string | null;
    changes: string;
    stopped_at: string | null;
    created_at: string;
    created_by: string;
    archived_at: string | null;
    verdict: string | null;
    verdict_words: string | null;
    /** Last round that the verdict covers; null: the experiment was changed since. */
    judged_round: number | null;
  };
};
