import type { Permission } from './permissions.ts';

/** A key as it may be shown. The secret itself is seen once, at creation, and only its hash is stored. */
export type ApiKey = {
  id: string;
  name: string;
  /** First characters of the secret, to recognise it by. */
  prefix: string;
  permissions: readonly Permission[];
  /** True: it never buys alone, a member approves each purchase. */
  asksToSpend: boolean;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /** The plan whose rounds are all that it may ask for; null for every other key. */
  planId: string | null;
};
