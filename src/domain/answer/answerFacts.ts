import type { NoAnswer } from './frozenAnswer.ts';
import type { ModelReading } from './modelReading.ts';
import type { OwnerDecision } from './ownerDecision.ts';
import type { OtherName, SourceUse } from './reading.ts';

type FactMention = {
  name: string;
  /** Offset of the name in the answer's text; absent from facts of readers before reader/7, which read no roles. */
  nameStart?: number;
  url: string | null;
  blockUrls: readonly string[];
  citationUrls: readonly string[];
};

/** The part of a reading that visibility needs. It is small, so that a hundred of them are read in milliseconds. */
export type AnswerFacts = {
  readerVersion: string;
  /** The question answered; absent from facts of readers before reader/16. */
  question?: string;
  mentions: readonly FactMention[];
  sources: readonly Omit<SourceUse, 'rawUrl'>[];
  limitationCodes: readonly string[];
  dropped: { mentions: number; citations: number; byReason: Readonly<Record<string, number>> };
  /** Absent from facts of earlier readers that did not read these, like the next member. */
  otherNames?: readonly OtherName[];
  recommendsNobody?: string | null;
  /** Absent: an answer was shown. */
  noAnswer?: NoAnswer;
  usable: boolean;
  /** Names that only one of two readers reads as recommended; absent if one reader read alone. */
  disputed?: readonly FactMention[];
  /** Identity of the second reader; absent if one reader read alone. */
  secondReader?: string;
  /**
   * Decision of a person on this answer; absent without one. Added when the facts are loaded, never saved with them.
   */
  word?: OwnerDecision;
  /** Reading of this answer by a model, added in the same way; absent without one. */
  model?: ModelReading;
};
