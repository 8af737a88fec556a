/** The tables of owners' settings for questions, as part of all tables. Cases of one question share them. */
export type QuestionTables = {
  keyword_cases: {
    id: string;
    workspace_id: string;
    website_id: string | null;
    question_id: string;
    query: string;
    locale: string;
    search: string;
    /** Written only by earlier releases. */
    reference_answer?: string | null;
    created_at: string;
    archived_at: string | null;
  };
  /** `form` is the form by which tags are compared, `tag` the original spelling. */
  question_tags: { workspace_id: string; question_id: string; form: string; tag: string };
  /** Owner's overrides of the rule: 1, the question is branded; 0, it is not. */
  question_brandings: { workspace_id: string; question_id: string; branded: number };
};
