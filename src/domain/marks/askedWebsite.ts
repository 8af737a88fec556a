import type { AnswerFacts } from '../answer/answerFacts.ts';
import { countSteps } from '../answer/emptyRecommendation.ts';
import type { PlacedRole } from '../answer/nameRoles.ts';
import { recommendsAnything } from '../answer/sentenceCues.ts';
import { nameForm } from '../identity/nameForm.ts';
import { findOccurrences } from '../identity/occurrences.ts';
import type { Owner } from '../identity/owner.ts';

/** Returns true for a place in a list or a table, where no words recommend the name. */
export function isListPlace({ role, by }: PlacedRole): boolean {
  return role === 'recommended' && (by === 'head' || by === 'name cell');
}

/** Rules for words that recommend something near the name, which suffice for a name that the reading lists. */
const nearAdvice = /^(?:outside the list, |in item, |inside a longer)/;

/** Returns true if the question itself names the website: then the answer names it too, whatever it recommends. */
export function isAsked({ question }: AnswerFacts, owner: Owner): boolean {
  return question !== undefined && findOccurrences(question, owner.traces, owner.othersAround).length > 0;
}

/**
 * Decides about a website that the question names, at whose places in the answer no words recommend it. The name in a
 * heading or a table of an answer that names nothing else only repeats the question ("How do I set up Acme?").
 * `mentioned`: the answer recommends nothing or gives steps, or all its places are certain. null: read it like any other
 * answer.
 *
 * @param roles as read, of all places at which the website appears
 */
export function readAsked(
  facts: AnswerFacts,
  text: string,
  roles: readonly PlacedRole[],
  isListed: boolean,
): { kind: 'mentioned' | 'open' } | null {
  const isTold = (place: PlacedRole): boolean =>
    place.role === 'advised_against' ||
    (place.role === 'recommended' && !isListPlace(place)) ||
    (isListed && nearAdvice.test(place.by));
  if (roles.length === 0 || roles.some(isTold) || (isListed && namesOthers(facts))) return null;
  const isInList = roles.some(({ role }) => role === 'recommended');
  const isCertain = roles.every(({ role }) => role !== null);
  if (!isInList && (isCertain || countSteps(text) > 1 || !recommendsAnything(text))) return { kind: 'mentioned' };
  return isListed ? { kind: 'open' } : null;
}

/** Returns true if the answer recommends a name that the question does not contain. */
function namesOthers({ mentions, question = '' }: AnswerFacts): boolean {
  const folded = nameForm(question);
  const words = new Set(folded.split(' '));
  return mentions.some(({ name }) => {
    const form = nameForm(name);
    return !folded.includes(form) && !words.has(form.split(' ')[0] ?? '');
  });
}
