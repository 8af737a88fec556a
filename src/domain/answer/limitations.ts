import { limitation } from '../text/limitation.ts';
import { type FrozenAnswer, isNoAnswer } from './frozenAnswer.ts';
import type { Mention, MentionEvidence } from './reading.ts';

export type ReadingFacts = {
  frozen: FrozenAnswer;
  text: string;
  mentions: readonly Mention[];
  evidence: readonly MentionEvidence[];
  /** The written number of each name in the order of the text. */
  numbers: readonly (number | null)[];
  byReason: Readonly<Record<string, number>>;
  /** No list was found: the names come from running text. */
  fromProse: boolean;
  hasCitations: boolean;
  /** Share of names on which a second reader agrees (K12). */
  agreement: number;
  /** Set when only the start of a very long text was read. */
  cutAt: number | null;
  /** Reason why the answer's structure cannot be read; null if it can. */
  unreadable: string | null;
  /** True if names are on lines whose breaks the text had lost. */
  restored: boolean;
};

function howMany(count: number, one: string, many: string): string {
  return count === 1 ? `One ${one}` : `${count} ${many}`;
}

function noAnswerLimitation({ noAnswer }: FrozenAnswer): string {
  return limitation(
    'no_answer_shown',
    noAnswer === 'no_results'
      ? 'The page was read and holds no results at all. It counts in no score.'
      : 'The page was read and shows no answer to this question. It counts in no score.',
  );
}

/** Lists everything a caller must know before relying on this reading, each as `code: sentence`, in a fixed order. */
export function readingLimitations(facts: ReadingFacts): string[] {
  const { frozen, byReason } = facts;
  const limitations: string[] = [];
  const say = (code: string, sentence: string): void => void limitations.push(limitation(code, sentence));
  if (isNoAnswer(frozen)) return [noAnswerLimitation(frozen)];
  if (frozen.searchCount === 0)
    say('no_search', 'The provider completed no web search, so this is not open-web evidence.');
  if (frozen.searchCount === null) {
    say('no_search', 'The provider did not say whether it searched the web, so a search is unconfirmed.');
  }
  if (frozen.refusal !== null) say('refusal', 'The provider declined to answer.');
  else if (facts.text.trim() === '') say('empty_text', 'The provider returned no text.');
  else if (facts.unreadable !== null) say('unreadable', facts.unreadable);
  else if (facts.mentions.length === 0) say('no_list', 'The answer sets no recommended names apart.');
  if (frozen.incompleteReason !== null) {
    say('truncated', `The provider stopped before the end (${frozen.incompleteReason}), so names may be missing.`);
  }
  const remaining = frozen.advertisements ?? 0;
  if (remaining > 0) {
    say(
      'advertisements_left_out',
      `${howMany(remaining, 'advertisement', 'advertisements')} inside the answer ${remaining === 1 ? 'is' : 'are'} no recommendation and ${remaining === 1 ? 'was' : 'were'} left out.`,
    );
  }
  if (facts.cutAt !== null) say('text_too_long', `Only the first ${facts.cutAt} characters of the text were read.`);
  if (facts.restored) {
    say(
      'structure_restored',
      'The text had lost its line breaks; they were restored by rules, so check the text itself.',
    );
  }
  if (facts.fromProse) {
    say('read_from_prose', 'The answer holds no list; the names were taken out of running text and may be incomplete.');
  }
  sayOrder(facts, say);
  const outside = byReason.citation_not_returned ?? 0;
  if (outside > 0) {
    say(
      'citation_not_returned',
      `${howMany(outside, 'link was', 'links were')} left out, because the provider's search did not return ${outside === 1 ? 'it' : 'them'}.`,
    );
  }
  const lostCount = byReason.name_not_in_text ?? 0;
  if (lostCount > 0)
    say(
      'name_not_in_text',
      `${howMany(lostCount, 'name was', 'names were')} left out, because the text does not hold ${lostCount === 1 ? 'it' : 'them'}.`,
    );
  const unproven = byReason.url_not_evidenced ?? 0;
  if (unproven > 0)
    say(
      'url_not_evidenced',
      `${howMany(unproven, 'link', 'links')} given for a name appeared neither in its part of the text nor among the returned pages.`,
    );
  const bad = byReason.bad_offsets ?? 0;
  if (bad > 0)
    say(
      'bad_offsets',
      `${howMany(bad, 'citation has', 'citations have')} no valid place in the text and ${bad === 1 ? 'belongs' : 'belong'} to no mention.`,
    );
  const more = byReason.too_many ?? 0;
  if (more > 0)
    say('too_many', `${howMany(more, 'further name was', 'further names were')} left out; the first ones are listed.`);
  if (facts.agreement < 0.5) {
    say(
      'extractor_disagreement',
      'A second reader of the same text found mostly other names, so check the text itself.',
    );
  }
  if (facts.hasCitations) {
    say(
      'citation_not_verified',
      'A citation is what the provider returned, not proof that the page supports the sentence.',
    );
  }
  return limitations;
}

function sayOrder(facts: ReadingFacts, say: (code: string, sentence: string) => void): void {
  if (facts.mentions.length < 2) return;
  if ((facts.byReason.reordered ?? 0) > 0)
    say('reordered', 'The names follow their written numbers, not their place in the text.');
  if (facts.evidence[0]?.orderBasis !== 'first_offset') return;
  const restarts = facts.numbers.some((number) => number !== null);
  say(
    'order_by_position_in_text',
    restarts
      ? 'The written numbers do not run through all names, so positions follow the place in the text.'
      : 'The names carry no numbers, so positions follow the place in the text.',
  );
}
