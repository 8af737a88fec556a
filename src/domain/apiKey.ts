import type { Permission } from './permissions.ts';

/** A key as it may be shown. The secret itself is seen once, at creation, and only its hash is stored. */
export type ApiKey = {
  id: string;
  name: string;
  /** First characters of the secret, to recognise it by. */
  prefix: string;
  permissions: readonly Permission[];
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
};
