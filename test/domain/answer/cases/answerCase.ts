import type { OtherName } from '../../../../src/domain/answer/reading.ts';

/** What a careful person says about one answer. All answers, names and hosts are made up for these tests. */
export type AnswerCase = {
  /** The shape of the answer, in a few words; unique within its language. */
  what: string;
  text: string;
  /** The recommended names, as the text writes them, in the order of the recommendation. */
  names: readonly string[];
  /** Names that must be read as not recommended; more may be. */
  others?: readonly { name: string; polarity: OtherName['polarity'] }[];
  /** The answer surely recommends nobody. Without it and without names, a person cannot say. */
  nobody?: true;
  /** The answer cannot be used to say who is listed. */
  unusable?: true;
  /** Limitation codes that the reading must carry. */
  codes?: readonly string[];
  /** Name -> what its reason must begin with, end with, hold and lack. */
  reasons?: Readonly<Record<string, { starts?: string; ends?: string; holds?: string; lacks?: string }>>;
  /** Name -> exactly the pages that its part of the text cites, in any order. */
  citations?: Readonly<Record<string, readonly string[]>>;
  /** Pages the provider's search returned. */
  sources?: readonly string[];
  /** Places tied to a page: the page, and the words of the text they stand at. */
  annotations?: readonly (readonly [url: string, words: string])[];
};

export const rejected = (name: string) => ({ name, polarity: 'rejected' }) as const;
export const mentioned = (name: string) => ({ name, polarity: 'mentioned' }) as const;
