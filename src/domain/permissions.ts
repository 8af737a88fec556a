export const permissions = ['read', 'evaluate', 'seo'] as const;
export type Permission = (typeof permissions)[number];

/** Every key reads. `evaluate` never implies `seo`, and a key that has one does not gain the other. */
export function normalisePermissions(asked: readonly Permission[]): Permission[] {
  const held = new Set<Permission>(['read', ...asked]);
  return permissions.filter((permission) => held.has(permission));
}
