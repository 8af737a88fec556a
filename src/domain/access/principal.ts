import type { Permission } from './permissions.ts';
import type { Role } from './roles.ts';

type InWorkspace = {
  workspaceId: string;
  workspaceName: string;
  /** The account that owns the workspace: allowances and reservations are counted per owner. */
  ownerId: string;
  /** The account that acts, for the allow-list of accounts that may spend. */
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
  /** True: a member approves each of its purchases. */
  asksToSpend: boolean;
  /** The plan whose rounds are all that this key may ask for; null for every other key. */
  planId: string | null;
};

export type SessionPrincipal = InWorkspace & {
  kind: 'session';
  sessionId: string;
  role: Role;
  /** ISO 8601: when this session began. */
  signedInAt: string;
  permissions: readonly Permission[];
};

/** A program that signed in for a person, to one workspace. Each of its purchases needs approval. */
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
