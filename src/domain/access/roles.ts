import type { Permission } from './permissions.ts';

/**
 * Roles in a workspace: an owner decides who may do what, a member does the work, and a viewer has read-only access.
 */
export const roles = ['owner', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Roles that can be assigned: a workspace has one owner, who created it. */
export const assignableRoles = ['member', 'viewer'] as const satisfies readonly Role[];
export type AssignableRole = (typeof assignableRoles)[number];

/** Parses a saved role. An unknown one gets the fewest rights. */
export function roleOf(saved: string): Role {
  return roles.find((role) => role === saved) ?? 'viewer';
}

/** Limits permissions to those of a role; a viewer may only read. */
export function withinRole(role: Role, holds: readonly Permission[]): Permission[] {
  return holds.filter((permission) => role !== 'viewer' || permission === 'read');
}
