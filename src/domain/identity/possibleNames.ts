import { beginsWith, nameForm, startsOfForm } from './nameForm.ts';
import { distinctivePart, type Owner } from './owner.ts';
import { findLongestMatch, formsOf } from './registeredNames.ts';

/** Returns true if the registered entries make this name the owner's, and no longer name makes it another company's. */
export function isOwnName(name: string, owner: Owner): boolean {
  const forms = formsOf(name);
  const own = findLongestMatch(forms, owner.names);
  const other = findLongestMatch(forms, owner.others);
  return own !== null && (other === null || own.length >= other.length);
}

/**
 * Returns true if an unidentified name may be the owner's: it begins with a registered name that counts only alone,
 * shares a distinctive word with one, or differs from one only in spaces and punctuation. Such an answer does not prove
 * a "no".
 */
export function mayBeOwn(name: string, owner: Owner): boolean {
  return formMayBeOwn(nameForm(name), owner);
}

export function formMayBeOwn(form: string, owner: Owner): boolean {
  return isNearOwn(form, owner) || wordsSharedWithOwn(form, owner).length > 0;
}

/** Returns true if a folded name begins with a registered name, or differs from one only in spaces and punctuation. */
export function isNearOwn(form: string, owner: Owner): boolean {
  if (owner.names.some((registered) => beginsWith(form, registered.form))) return true;
  return startsOfForm(form).some((start) => owner.nearNames.has(start));
}

/** Returns the distinctive words of registered names that a folded name contains. */
export function wordsSharedWithOwn(form: string, owner: Owner): string[] {
  return form
    .split(' ')
    .map(distinctivePart)
    .filter((word) => owner.distinctiveWords.has(word));
}
