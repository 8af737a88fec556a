import type { Permission } from './permissions.ts';
import type { Role } from './roles.ts';

type InWorkspace = {
  workspaceId: string;
  workspaceName: string;
  /** Account that owns the workspace: allowances and reservations are counted per owner. */
  ownerId: string;
  /** Account that acts, compared with the list of accounts that may spend. */
  accountId: string;
  accountEmail: string;
};

export type KeyPrincipal = InWorkspace & {
  kind: 'key';
  keyId: string;
  keyName: string;
  keyPrefix: string;
  keyCreatedAt: string;
  keyExpiresAt: string | null;
  /** Current role of the key's creator in the workspace. */
  role: Role;
  permissions: readonly Permission[];
  /** True if a member must approve each purchase. */
  asksToSpend: boolean;
  /** The only plan whose rounds this key may request; null for every other key. */
  planId: string | null;
};

export type SessionPrincipal = InWorkspace & {
  kind: 'session';
  sessionId: string;
  role: Role;
  /** ISO 8601: start of this session. */
  signedInAt: string;
  permissions: readonly Permission[];
};

/** A program that signed in for a person, limited to one workspace. Each of its purchases needs approval. */
export type ClientPrincipal = InWorkspace & {
  kind: 'client';
  /** Id of the person's consent, which outlives any token. */
  connectionId: string;
  clientId: string;
  clientName: string;
  /** Current role of the person in the workspace. */
  role: Role;
  permissions: readonly Permission[];
};

/** A run's right to one SEO lookup: one tool, one domain, until the run's deadline. */
export type CapabilityPrincipal = InWorkspace & {
  kind: 'capability';
  runId: string;
  domain: string;
  tool: string;
  permissions: readonly [];
};

/** Authenticated caller. Everything a call may reach follows from this value alone. */
export type Principal = KeyPrincipal | ClientPrincipal | SessionPrincipal | CapabilityPrincipal;
