/** A place in the answer's text that the provider tied to a source. Offsets count UTF-16 code units of `text`. */
export type Annotation = { url: string; title: string | null; startIndex: number; endIndex: number };

/** A page the provider's search returned or opened, cited or not. */
export type Source = { url: string; title: string | null };

/** The provider's final answer as it was received, reduced to what a reader may use. Never edited afterwards. */
export type FrozenAnswer = {
  text: string;
  annotations: readonly Annotation[];
  sources: readonly Source[];
  /** The provider's own words when it declined to answer. */
  refusal: string | null;
  /** The provider stopped before the end (token limit, content filter): the reason it gave. */
  incompleteReason: string | null;
  /** Completed searches behind this answer; null when the provider did not say. */
  searchCount: number | null;
};
