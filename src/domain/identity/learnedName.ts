/**
 * A name that other saved answers of the workspace tie to one domain, by its own link or by its homepage among the
 * sources, and never to another. Derived again for each report; it is evidence about identity, not a person's
 * statement.
 */
export type LearnedName = {
  /** The form in which names are compared (nameForm). */
  form: string;
  domain: string;
  /** Newest first, at most `maxLearnedRuns`. */
  answers: number;
  /** The newest of them first, at most `maxLearnedRuns`. */
  runIds: readonly string[];
};

export const maxLearnedRuns = 20;
/** One answer may assign a name wrongly; two that agree, with none against, identify it. */
export const minLearnedAnswers = 2;
