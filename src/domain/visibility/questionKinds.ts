import type { Owner } from '../identity/owner.ts';
import { isNamedIn, searchedText, withoutNames } from '../identity/registeredNames.ts';

/** Choice of whether a report counts questions that name the website, whose answers nearly always list it. */
export const brandedChoices = ['exclude', 'include', 'only'] as const;
export type BrandedChoice = (typeof brandedChoices)[number];

/** Selection of the questions that a report counts. */
export type QuestionFilter = { tag: string | null; branded: BrandedChoice };

/**
 * Selected questions, and the number of questions of either kind asked in the period (with the tag, if one is
 * selected).
 */
export type QuestionKinds = {
  tag: string | null;
  choice: BrandedChoice;
  branded: number;
  others: number;
};

/**
 * Returns true if a question is branded: its text contains a name, an alias or a domain of the website, by the rules
 * for finding names in answers. A name inside a longer one that the owner assigned to another company belongs to that
 * company.
 */
export function namesOwn(question: string, owner: Owner): boolean {
  const text = searchedText(question);
  const rest = owner.othersAround.length === 0 ? text : withoutNames(text, owner.othersAround);
  return owner.traces.some((name) => isNamedIn(rest, name));
}

export function isChosen(isBranded: boolean, choice: BrandedChoice): boolean {
  return choice === 'include' || isBranded === (choice === 'only');
}
