import type { Session } from '../api/queries.ts';

/** What somebody is in a workspace, after `is` or `are`. */
export const roleWords: Readonly<Record<Session['role'], string>> = {
  owner: 'its owner',
  member: 'a member',
  viewer: 'a viewer',
};
