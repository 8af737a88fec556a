import type { NoAnswer } from './frozenAnswer.ts';

/** One recommended name, in the answer's order of recommendation: its one-based index in the array is its position. */
export type Mention = { name: string; url: string | null; reason: string; citationUrls: readonly string[] };

/**
 * A name in the text that is not recommended: `mentioned` in passing, or `rejected` (advised against, struck through,
 * shut down). Never in `mentions`, so it has no position and counts in no score.
 */
export type OtherName = { name: string; polarity: 'mentioned' | 'rejected'; nameStart: number; nameEnd: number };

/** A source link as the answer cites it. Offsets count UTF-16 code units of the reading's `text`. */
export type Citation = { url: string; title: string | null; startIndex: number | null; endIndex: number | null };

/** Private evidence for one mention, parallel to `mentions`. */
export type MentionEvidence = {
  nameStart: number;
  nameEnd: number;
  orderBasis: 'explicit_rank' | 'first_offset';
  /** Normalised URLs inside the mention's own block of the text, links and annotations alike, in order. */
  blockUrls: readonly string[];
};

/** One search of the engine. A page without a public address is left out. */
export type ReadSearch = { query: string; pages: readonly { url: string; title: string | null; cited: boolean }[] };

/** A normalised source URL and how the provider used it: `cited` in the text, or only `retrieved` by its search. */
export type SourceUse = { url: string; rawUrl: string; title: string | null; kind: 'cited' | 'retrieved' };

/** Reading of a frozen answer by the pure reader. `text`, `mentions`, `citations` and `limitations` are public. */
export type AnswerReading = {
  readerVersion: string;
  text: string;
  mentions: readonly Mention[];
  citations: readonly Citation[];
  limitations: readonly string[];
  evidence: readonly MentionEvidence[];
  sources: readonly SourceUse[];
  /** Number of entries that the checks K1-K12 removed or corrected, by reason code. */
  dropped: { mentions: number; citations: number; byReason: Readonly<Record<string, number>> };
  /** Names in the text that it does not recommend, in order of the text. */
  otherNames: readonly OtherName[];
  /**
   * Reason why the reader is sure that this answer recommends no one, as a code; null if it is not sure, or there are
   * names.
   */
  recommendsNobody: string | null;
  /** Searches of the engine, and the returned pages that the answer cites; null: the provider does not report them. */
  searches: readonly ReadSearch[] | null;
  /** A page that was read and shows no answer; null: an answer was shown. */
  noAnswer: NoAnswer | null;
  /** False if the text or its structure cannot show who is listed (refusal, truncation, empty text). */
  usable: boolean;
};
