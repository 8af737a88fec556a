import type { Owner } from '../identity/owner.ts';
import { searchedText, standsIn, withoutNames } from '../identity/registeredNames.ts';

/** Choice of whether a report counts questions that name the website: their answers nearly always list it. */
export const brandedChoices = ['exclude', 'include', 'only'] as const;
export type BrandedChoice = (typeof brandedChoices)[number];

/** Which questions a report counts. */
export type QuestionFilter = { tag: string | null; branded: BrandedChoice };

/** Chosen questions, and how many questions of either kind were asked in the period (with the tag, where one is named). */
export type QuestionKinds = {
  tag: string | null;
  choice: BrandedChoice;
  branded: number;
  others: number;
};

/**
 * Is the question branded: does its text hold a name, an alias or a domain of the website, by the same rules by which
 * names are found in answers? A name inside a longer one that the owner gave to another company is that company's.
 */
export function namesOwn(question: string, owner: Owner): boolean {
  const text = searchedText(question);
  const rest = owner.othersAround.length === 0 ? text : withoutNames(text, owner.othersAround);
  return owner.traces.some((name) => standsIn(rest, name));
}

export function isChosen(isBranded: boolean, choice: BrandedChoice): boolean {
  return choice === 'include' || isBranded === (choice === 'only');
}
