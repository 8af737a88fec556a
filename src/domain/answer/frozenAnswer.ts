/** A place in the answer's text that the provider tied to a source. Offsets count UTF-16 code units of `text`. */
export type Annotation = {
  url: string;
  title: string | null;
  startIndex: number;
  endIndex: number;
  /** The provider ties the source to this whole passage and to no place within it. */
  byPassage?: true;
};

/** A page the provider's search returned or opened, cited or not. */
export type Source = { url: string; title: string | null };

/** One search that the engine ran on its way to the answer, with the pages it returned, as far as they are known. */
export type EngineSearch = { query: string; pages: readonly Source[] };

/** A page that was read as asked and shows no answer. `no_results`: the whole page is without results. */
export const noAnswers = ['no_answer_shown', 'no_results'] as const;
export type NoAnswer = (typeof noAnswers)[number];

/** The provider's final answer as it was received, reduced to what a reader may use. Never edited afterwards. */
export type FrozenAnswer = {
  text: string;
  annotations: readonly Annotation[];
  sources: readonly Source[];
  /** The provider's own words when it declined to answer. */
  refusal: string | null;
  /** The provider stopped before the end (token limit, content filter): the reason it gave. */
  incompleteReason: string | null;
  /** Completed searches of this answer; null when the provider did not say. */
  searchCount: number | null;
  /** Pages that the provider names as sources of the answer without a place in it; absent: none. */
  cited?: readonly Source[];
  /** Absent or null: the provider does not report its searches. An empty list: it says that it did not. */
  searches?: readonly EngineSearch[] | null;
  /** Absent or null: an answer was shown. */
  noAnswer?: NoAnswer | null;
  /** Advertisements inside the answer that were left out of `text`; absent: none. */
  advertisements?: number;
};

/** The page was read and shows no answer: a finding about the page, not about a brand it could have named. */
export function isNoAnswer(frozen: Pick<FrozenAnswer, 'noAnswer'>): boolean {
  return (frozen.noAnswer ?? null) !== null;
}
