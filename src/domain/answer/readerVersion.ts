/**
 * Changes whenever a reading of the same frozen answer could come out differently. It appears by itself, so that who only
 * names the version need not load the reader.
 */
export const readerVersion = 'reader/8';

/** The first reader that reads what an answer does with a name at each place: answers read before it stay decided as they were. */
const firstWithRoles = 7;

export function tellsRoles(version: string): boolean {
  return numberOf(version) >= firstWithRoles;
}

/** Does a recommendation outside the names that were read list a target? For earlier readers a person decided it. */
export function listsPlaces(version: string): boolean {
  return numberOf(version) > firstWithRoles;
}

function numberOf(version: string): number {
  return Number(/^reader\/(\d{1,4})$/.exec(version)?.[1] ?? 0);
}
