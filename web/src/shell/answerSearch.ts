import type { InputOf } from '../../../src/contract/callTypes.ts';
import type { Recommendation } from '../../../src/contract/wireTypes.ts';
import { basisWords } from '../format/bases.ts';
import { filtersOf, readReportSearch } from './reportSearch.ts';

type Query = InputOf<'findAnswers'>;

/** The filters of the list of answers, in addition to those of a report. */
export type AnswerSearch = {
  question?: string;
  /** Status of the website in the answers: one or several of `answerStatuses`, comma-separated. */
  listing?: string;
  basis?: NonNullable<Query['basis']>;
  position?: number;
  /**
   * Domain of a page that the answers cite, address of such a page, and address of one that their search returned
   * uncited.
   */
  cites?: string;
  page?: string;
  returned?: string;
  /** Kind of a page that they cite; and whether none of the cited pages is the website's. */
  kind?: NonNullable<Query['sourceKind']>;
  notOurs?: true;
  names?: string;
  searched?: string;
  /** Answers that a rule's suggestions are based on, and their subjects. */
  rule?: string;
  about?: string;
  ended?: NonNullable<Query['runStatus']>;
  /** Only the answers that the numbers of the period count. */
  counted?: true;
};

export const answerStatuses = ['listed', 'not_listed', 'unknown', 'no_answer'] as const;
/**
 * Statuses of answers that decide whether the website is listed; of those that show any answer; of those that certainly
 * do not list it.
 */
export const canSay = 'listed,not_listed';
export const showsAnswer = 'listed,not_listed,unknown';
export const notListedForSure = 'not_listed,unknown';

const kinds = ['own', 'rival', 'editorial', 'forum', 'video', 'shop', 'other'] as const;
export const ends = ['completed', 'failed', 'cancelled', 'requires_action', 'queued', 'running'] as const;

const isWord = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max;
const isTrue = (value: unknown): boolean => value === true || value === 'true';
const parseWord = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);

/** Accepts valid parameters of an address and ignores others. */
export function readAnswerSearch(input: Record<string, unknown>): AnswerSearch {
  const search: AnswerSearch = {};
  const { question, listing, basis, position, cites, page, returned, names, searched, rule, about } = input;
  if (isWord(question, 100)) search.question = question;
  const statements = typeof listing === 'string' ? listing.split(',') : [];
  const statuses = answerStatuses.filter((status) => statements.includes(status));
  if (statuses.length > 0) search.listing = statuses.join(',');
  const one = parseWord(basisWords, basis);
  if (one !== undefined) search.basis = one;
  if (typeof position === 'number' && Number.isInteger(position) && position > 0 && position <= 100)
    search.position = position;
  if (isWord(cites, 253)) search.cites = cites;
  if (isWord(page, 2_000) && URL.canParse(page)) search.page = page;
  if (isWord(returned, 2_000) && URL.canParse(returned)) search.returned = returned;
  const kind = parseWord(kinds, input.kind);
  if (kind !== undefined) search.kind = kind;
  if (isTrue(input.notOurs)) search.notOurs = true;
  if (isWord(names, 253)) search.names = names;
  if (isWord(searched, 2_000)) search.searched = searched;
  if (isWord(rule, 20)) search.rule = rule;
  if (isWord(about, 2_000)) search.about = about;
  const end = parseWord(ends, input.ended);
  if (end !== undefined) search.ended = end;
  if (isTrue(input.counted)) search.counted = true;
  return search;
}

/** True for the answers of a figure, which belongs to one engine; a plain list shows every engine. */
export const isOfOneEngine = ({ counted, kind, rule }: AnswerSearch): boolean =>
  counted === true || kind !== undefined || rule !== undefined;

/** Builds the server's query from the address of a list of answers. @param declared the default engine */
export function answersRequest(websiteId: string, entry: Record<string, unknown>, declared: string | undefined): Query {
  const { startDate, endDate, model, tag, branded, engine } = filtersOf(readReportSearch(entry));
  const answerSearch = readAnswerSearch(entry);
  return {
    ...{ websiteId, startDate, endDate, model, tag, branded },
    engine: engine ?? (isOfOneEngine(answerSearch) ? declared : undefined),
    questionId: answerSearch.question,
    status: answerSearch.listing,
    basis: answerSearch.basis,
    position: answerSearch.position,
    source: answerSearch.cites,
    page: answerSearch.page,
    returned: answerSearch.returned,
    sourceKind: answerSearch.kind,
    notOwn: answerSearch.notOurs,
    rival: answerSearch.names,
    searched: answerSearch.searched,
    rule: answerSearch.rule,
    about: answerSearch.about,
    runStatus: answerSearch.ended,
    latest: answerSearch.counted,
  };
}

type Suggestion = Pick<Recommendation, 'ruleId' | 'questionIds' | 'numbers'>;

/** Builds the filter for the answers of one suggestion: its rule, and the subject that distinguishes it. */
export function behindSuggestion({ ruleId, questionIds, numbers }: Suggestion): AnswerSearch {
  const about = [numbers.url, numbers.domain, numbers.name].find((one) => typeof one === 'string');
  const [question] = questionIds;
  return {
    rule: ruleId,
    ...(questionIds.length === 1 && question !== undefined ? { question } : {}),
    ...(typeof about === 'string' ? { about } : {}),
  };
}
