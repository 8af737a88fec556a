import type { Session } from '../api/queries.ts';

/** Role of a member, for use after `is` or `are`. */
export const roleWords: Readonly<Record<Session['role'], string>> = {
  owner: 'its owner',
  member: 'a member',
  viewer: 'a viewer',
};
