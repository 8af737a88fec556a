/** The tables of what owners say about questions, as part of all tables. Cases of one question share it. */
export type QuestionTables = {
  /** `form` is what tags are compared by, `tag` how it was written. */
  question_tags: { workspace_id: string; question_id: string; form: string; tag: string };
  /** The owner's word where the rule says otherwise: 1, the question is branded; 0, it is not. */
  question_brandings: { workspace_id: string; question_id: string; branded: number };
};
