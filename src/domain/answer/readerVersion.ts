/**
 * Raised whenever a reading of the same frozen answer could differ. A file of its own, so that a caller that only needs
 * the version does not load the reader.
 */
export const readerVersion = 'reader/16';

/**
 * The first reader that reads the role of a name at each place: answers read by earlier ones stay decided as they were.
 */
const firstWithRoles = 7;

export function readsRoles(version: string): boolean {
  return numberOf(version) >= firstWithRoles;
}

const firstWithPlaces = 8;

/**
 * Returns true if a recommendation outside the names that were read lists a target. `reader/8` did so only in English.
 */
export function listsPlaces(version: string, language: string): boolean {
  const number = numberOf(version);
  return number > firstWithPlaces || (number === firstWithPlaces && language === 'en');
}

/**
 * Returns true if a name that contains a registered one after an article or a word of the language belongs to the
 * owner.
 */
export function findsNamesWithin(version: string): boolean {
  return numberOf(version) > firstWithPlaces;
}

const firstWithCases = 10;

/** Returns true if a registered name with an ending of the answer's language belongs to the owner. */
export function readsCases(version: string): boolean {
  return numberOf(version) >= firstWithCases;
}

function numberOf(version: string): number {
  return Number(/^reader\/(\d{1,4})$/.exec(version)?.[1] ?? 0);
}
