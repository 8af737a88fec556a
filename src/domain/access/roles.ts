import type { Permission } from './permissions.ts';

/**
 * What somebody is in a workspace. An owner settles who may do what, a member does the work, a viewer reads all and
 * spends and changes nothing.
 */
export const roles = ['owner', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Those that can be given: a workspace has the one owner who made it. */
export const givenRoles = ['member', 'viewer'] as const satisfies readonly Role[];
export type GivenRole = (typeof givenRoles)[number];

/** Of a saved word; one that we do not know has the least power. */
export function roleOf(saved: string): Role {
  return roles.find((role) => role === saved) ?? 'viewer';
}

/** What is left of permissions in the hands of somebody in this role: of a viewer's, reading. */
export function withinRole(role: Role, held: readonly Permission[]): Permission[] {
  return held.filter((permission) => role !== 'viewer' || permission === 'read');
}
