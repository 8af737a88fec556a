/** The tables of what owners say about questions, as part of all tables. Cases of one question share it. */
export type QuestionTables = {
  /** `form` is what tags are compared by, `tag` how it was written. */
  question_tags: { workspace_id: string; question_id: string; form: string; tag: string };
  /** Owner's overrides of the rule: 1, the question is branded; 0, it is not. */
  question_brandings: { workspace_id: string; question_id: string; branded: number };
};
