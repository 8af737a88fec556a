export const permissions = ['read', 'evaluate', 'seo', 'manage'] as const;
export type Permission = (typeof permissions)[number];

/** The only permissions that v1 shows, so that its view of a key never changes. */
export const v1Permissions = ['read', 'evaluate', 'seo'] as const satisfies readonly Permission[];

export function isV1Permission(permission: Permission): permission is (typeof v1Permissions)[number] {
  return permission !== 'manage';
}

/** Adds `read`, which every key has. No other permission implies another. */
export function normalisePermissions(requests: readonly Permission[]): Permission[] {
  const heldKeys = new Set<Permission>(['read', ...requests]);
  return permissions.filter((permission) => heldKeys.has(permission));
}
