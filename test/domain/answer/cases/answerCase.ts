import type { OtherName } from '../../../../src/domain/answer/reading.ts';

/** Expected reading of one answer, as a careful person would judge it. All answers, names and hosts are invented. */
export type AnswerCase = {
  /** Shape of the answer in a few words, unique within its language. */
  what: string;
  text: string;
  /** Recommended names as written, in the order of the recommendation; none by default. */
  names?: readonly string[];
  /** Names that must be read as not recommended; there may be others. */
  others?: readonly { name: string; polarity: OtherName['polarity'] }[];
  /** True if the answer certainly recommends no one. Without it and without names, a person cannot decide. */
  nobody?: true;
  /** True if the answer cannot show who is listed. */
  unusable?: true;
  /** Limitation codes that the reading must have. */
  codes?: readonly string[];
  /** By name: how its reason must begin and end, and what it must and must not contain. */
  reasons?: Readonly<Record<string, { starts?: string; ends?: string; holds?: string; lacks?: string }>>;
  /** By name: exactly the pages that its passage cites, in any order. */
  citations?: Readonly<Record<string, readonly string[]>>;
  /** Pages that the provider's search returned. */
  sources?: readonly string[];
  /** Annotations: a page, and the words of the text that it supports. */
  annotations?: readonly (readonly [url: string, words: string])[];
};

export const rejected = (name: string) => ({ name, polarity: 'rejected' }) as const;
export const mentioned = (name: string) => ({ name, polarity: 'mentioned' }) as const;
