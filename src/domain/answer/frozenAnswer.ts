/** A range of the answer's text that the provider tied to a source. Offsets count UTF-16 code units of `text`. */
export type Annotation = {
  url: string;
  title: string | null;
  startIndex: number;
  endIndex: number;
  /** Set if the provider ties the source to this whole passage and to no range within it. */
  byPassage?: true;
};

/** A page that the provider's search returned or opened, cited or not. */
export type Source = { url: string; title: string | null };

/** One search of the engine before it answered, with the pages it returned, as far as they are known. */
export type EngineSearch = { query: string; pages: readonly Source[] };

/** Pages that were captured as requested and show no answer. `no_results`: the whole page is without results. */
export const noAnswers = ['no_answer_shown', 'no_results'] as const;
export type NoAnswer = (typeof noAnswers)[number];

/** The provider's final answer as received, reduced to the parts a reader may use. Never edited afterwards. */
export type FrozenAnswer = {
  text: string;
  annotations: readonly Annotation[];
  sources: readonly Source[];
  /** The provider's own words when it declined to answer. */
  refusal: string | null;
  /** The provider's reason for stopping before the end (token limit, content filter). */
  incompleteReason: string | null;
  /** Completed searches of this answer; null if the provider did not say. */
  searchCount: number | null;
  /** Pages that the provider names as sources of the answer without a range in it; absent: none. */
  cited?: readonly Source[];
  /** Absent or null: the provider does not report its searches. An empty list: it reports that it made none. */
  searches?: readonly EngineSearch[] | null;
  /** Absent or null: an answer was shown. */
  noAnswer?: NoAnswer | null;
  /** Number of advertisements inside the answer that were left out of `text`; absent: none. */
  advertisements?: number;
};

/**
 * Returns true if the page was read and shows no answer: a finding about the page, not about a brand it could have
 * named.
 */
export function isNoAnswer(frozen: Pick<FrozenAnswer, 'noAnswer'>): boolean {
  return (frozen.noAnswer ?? null) !== null;
}
