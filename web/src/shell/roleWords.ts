import type { Session } from '../api/queries.ts';

/** Role of a member, to follow `is` or `are`. */
export const roleWords: Readonly<Record<Session['role'], string>> = {
  owner: 'its owner',
  member: 'a member',
  viewer: 'a viewer',
};
