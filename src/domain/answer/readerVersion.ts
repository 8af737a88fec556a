/**
 * Changes whenever a reading of the same frozen answer could come out differently. A file of its own, so that a caller
 * that only names the version does not load the reader.
 */
export const readerVersion = 'reader/12';

/** The first reader that reads what an answer does with a name at each place: answers read before it stay decided as they were. */
const firstWithRoles = 7;

export function tellsRoles(version: string): boolean {
  return numberOf(version) >= firstWithRoles;
}

const firstWithPlaces = 8;

/** Does a recommendation outside the names that were read list a target? `reader/8` did so in English alone. */
export function listsPlaces(version: string, language: string): boolean {
  const number = numberOf(version);
  return number > firstWithPlaces || (number === firstWithPlaces && language === 'en');
}

/** Is a name the owner's that holds a registered one after an article or words of the language? */
export function findsNamesWithin(version: string): boolean {
  return numberOf(version) > firstWithPlaces;
}

const firstWithCases = 10;

/** Is a name the owner's that the language of the answer gives an ending of its own? */
export function readsCases(version: string): boolean {
  return numberOf(version) >= firstWithCases;
}

function numberOf(version: string): number {
  return Number(/^reader\/(\d{1,4})$/.exec(version)?.[1] ?? 0);
}
