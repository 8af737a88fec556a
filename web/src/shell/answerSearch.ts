import type { InputOf } from '../../../src/contract/callTypes.ts';

type Query = InputOf<'findAnswers'>;
type Status = NonNullable<Query['status']>;

/** The filters of the list of answers, beside those of a report. */
export type AnswerSearch = {
  question?: string;
  listing?: Status;
  basis?: NonNullable<Query['basis']>;
  position?: number;
  cites?: string;
  names?: string;
  ended?: NonNullable<Query['runStatus']>;
  /** Only the answers that the numbers of the period count. */
  counted?: true;
};

const listings: readonly Status[] = ['listed', 'not_listed', 'unknown', 'no_answer'];
const ends = ['completed', 'failed', 'cancelled', 'requires_action', 'queued', 'running'] as const;
const isWord = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= max;

/** Believes what an address says, or leaves it out. */
export function readAnswerSearch(given: Record<string, unknown>): AnswerSearch {
  const search: AnswerSearch = {};
  const { question, listing, basis, position, cites, names, ended, counted } = given;
  if (isWord(question, 100)) search.question = question;
  const said = listings.find((one) => one === listing);
  if (said !== undefined) search.listing = said;
  if (isWord(basis, 40) && /^[a-z_]+$/.test(basis)) search.basis = basis as NonNullable<Query['basis']>;
  if (typeof position === 'number' && Number.isInteger(position) && position > 0 && position <= 100)
    search.position = position;
  if (isWord(cites, 253)) search.cites = cites;
  if (isWord(names, 253)) search.names = names;
  const end = ends.find((one) => one === ended);
  if (end !== undefined) search.ended = end;
  if (counted === true || counted === 'true') search.counted = true;
  return search;
}
