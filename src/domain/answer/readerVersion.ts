/**
 * Changes whenever a reading of the same frozen answer could come out differently. It appears by itself, so that who only
 * names the version need not load the reader.
 */
export const readerVersion = 'reader/7';

/** The first reader that reads what an answer does with a name at each place: answers read before it stay decided as they were. */
const firstWithRoles = 7;

export function tellsRoles(version: string): boolean {
  const number = Number(/^reader\/(\d{1,4})$/.exec(version)?.[1] ?? 0);
  return number >= firstWithRoles;
}
