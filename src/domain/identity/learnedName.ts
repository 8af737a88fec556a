/**
 * A name that other saved answers of the workspace tie to one domain, by a link of its own or by its home among the
 * sources, and never to another. Derived again for each report; it is evidence about identity and not a statement by a
 * person.
 */
export type LearnedName = {
  /** The form in which names are compared (nameForm). */
  form: string;
  domain: string;
  /** Number of saved answers that tie it so. */
  answers: number;
  /** The newest of them first, at most `maxLearnedRuns`. */
  runIds: readonly string[];
};

export const maxLearnedRuns = 20;
/** One answer may be wrong about whose a name is; two that agree, against none, identify it. */
export const minLearnedAnswers = 2;
