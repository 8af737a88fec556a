import { beginsWith, nameForm, startsOfForm } from './nameForm.ts';
import { distinctivePart, type Owner } from './owner.ts';
import { findLongestMatch, formsOf } from './registeredNames.ts';

/** Is this name the owner's by what is registered, and not by a longer name another company's? */
export function isOwnName(name: string, owner: Owner): boolean {
  const forms = formsOf(name);
  const own = findLongestMatch(forms, owner.names);
  const other = findLongestMatch(forms, owner.others);
  return own !== null && (other === null || own.length >= other.length);
}

/**
 * May this name, which nothing identifies, be the owner's? It begins with a registered name that counts only alone,
 * shares a distinctive word with one, or differs from one in spaces and signs only. Such an answer does not prove a no.
 */
export function mayBeOwn(name: string, owner: Owner): boolean {
  return formMayBeOwn(nameForm(name), owner);
}

export function formMayBeOwn(form: string, owner: Owner): boolean {
  return isNearOwn(form, owner) || wordsSharedWithOwn(form, owner).length > 0;
}

/** Does a name in its form begin with a registered name, or differ from one in spaces and signs only? */
export function isNearOwn(form: string, owner: Owner): boolean {
  if (owner.names.some((registered) => beginsWith(form, registered.form))) return true;
  return startsOfForm(form).some((start) => owner.nearNames.has(start));
}

/** The distinctive words of the registered names that a name in its form holds. */
export function wordsSharedWithOwn(form: string, owner: Owner): string[] {
  return form
    .split(' ')
    .map(distinctivePart)
    .filter((word) => owner.distinctiveWords.has(word));
}
