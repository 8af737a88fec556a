import type { Permission } from './permissions.ts';

/** Displayable form of a key. The secret itself is shown once, at creation; only its hash is stored. */
export type ApiKey = {
  id: string;
  name: string;
  /** First characters of the secret, by which people recognise the key. */
  prefix: string;
  permissions: readonly Permission[];
  /** True if a member must approve each purchase of this key. */
  asksToSpend: boolean;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /** The only plan whose rounds this key may request; null for every other key. */
  planId: string | null;
};
