export const permissions = ['read', 'evaluate', 'seo', 'manage'] as const;
export type Permission = (typeof permissions)[number];

/** Those that v1 knows of. It shows no others, so that what its callers see of a key stays as it was. */
export const v1Permissions = ['read', 'evaluate', 'seo'] as const satisfies readonly Permission[];

export function isV1Permission(permission: Permission): permission is (typeof v1Permissions)[number] {
  return permission !== 'manage';
}

/** Every key reads. No other permission implies another: a key that has one does not gain the next. */
export function normalisePermissions(requests: readonly Permission[]): Permission[] {
  const heldKeys = new Set<Permission>(['read', ...requests]);
  return permissions.filter((permission) => heldKeys.has(permission));
}
