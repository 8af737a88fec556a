/** A short answer with the expected reading of its companies. All names are invented. */
export type Shape = {
  language: string;
  /** Shape of the answer in a few words, unique within its language. */
  what: string;
  text: string;
  /** Recommended names, in order. */
  listed: readonly string[];
  /** Names that the answer contains without recommending them. */
  mentioned?: readonly string[];
  /** Names that the answer advises against. */
  rejected?: readonly string[];
  /** Names that the reader currently leaves undecided, or whose position it gets wrong: a shortfall, not an error. */
  undecided?: readonly string[];
  /** Names that it currently decides wrongly: known errors, to which none may be added. */
  wrong?: readonly string[];
};

/** Creates the shapes of a language. */
export const shapesIn =
  (language: string) =>
  (what: string, text: string, names: Omit<Shape, 'language' | 'what' | 'text'>): Shape => ({
    language,
    what,
    text,
    ...names,
  });
