import { beginsWith, nameForm, startsOf } from './nameForm.ts';
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
 * May this name, which nothing identifies, be the owner's? It begins with a registered name that counts only alone, shares
 * a distinctive word with one, or differs from one in spaces and signs only. Such an answer is no proof of a no.
 */
export function mayBeOwn(name: string, owner: Owner): boolean {
  return isNearOwn(name, owner) || wordsSharedWithOwn(name, owner).length > 0;
}

/** Does it begin with a registered name, or differ from one in spaces and signs only? */
export function isNearOwn(name: string, owner: Owner): boolean {
  const form = nameForm(name);
  if (owner.names.some((registered) => beginsWith(form, registered.form))) return true;
  return startsOf(name).some((start) => owner.nearNames.has(start));
}

/** The distinctive words of the registered names that stand in this name. */
export function wordsSharedWithOwn(name: string, owner: Owner): string[] {
  return nameForm(name)
    .split(' ')
    .map(distinctivePart)
    .filter((word) => owner.distinctiveWords.has(word));
}
