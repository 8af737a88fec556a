/** Role of a name at one place of an answer (reading.md §3). */
export type Role =
  | 'recommended'
  | 'compared'
  | 'question'
  | 'source'
  | 'integration'
  | 'drawback'
  | 'advised_against'
  | 'markup';

/** UTF-16 code units of the answer's text, `end` excluded. */
export type Place = { start: number; end: number };

/**
 * `role` null: uncertain. `firm`: the place is about the whole thing (its own item, a verdict), so that another place
 * cannot outweigh it. `by`: the deciding rule, for people who check one place.
 */
export type PlacedRole = Place & { role: Role | null; firm: boolean; by: string };
