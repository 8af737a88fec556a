/** A short answer and what a careful person says of the companies in it. All names are made up for these tests. */
export type Shape = {
  language: string;
  /** The shape of the answer, in a few words; unique within its language. */
  what: string;
  text: string;
  /** Recommended names, in order. */
  listed: readonly string[];
  /** Names that the answer holds without recommending them. */
  mentioned?: readonly string[];
  /** Names that the answer advises against. */
  rejected?: readonly string[];
  /** Names that the reader leaves to a person, or whose place it counts wrongly, for now: a shortfall and no error. */
  undecided?: readonly string[];
  /** Names that it decides wrongly for now: an error that is known, and no other may join it. */
  wrong?: readonly string[];
};
