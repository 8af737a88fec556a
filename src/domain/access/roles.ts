import type { Permission } from './permissions.ts';

/**
 * Roles in a workspace. An owner decides who may do what, a member does the work, and a viewer has read-only access.
 */
export const roles = ['owner', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Those that can be given: a workspace has the one owner who made it. */
export const givenRoles = ['member', 'viewer'] as const satisfies readonly Role[];
export type GivenRole = (typeof givenRoles)[number];

/** Parses a saved role; an unknown one gets the fewest rights. */
export function roleOf(saved: string): Role {
  return roles.find((role) => role === saved) ?? 'viewer';
}

/** Limits permissions to those of a role: a viewer's to reading. */
export function withinRole(role: Role, holds: readonly Permission[]): Permission[] {
  return holds.filter((permission) => role !== 'viewer' || permission === 'read');
}
