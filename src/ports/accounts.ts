import type { GivenRole, Role } from '../domain/access/roles.ts';

/** A signed-in browser session, resolved to one workspace. */
export type SessionIdentity = {
  sessionId: string;
  accountId: string;
  accountEmail: string;
  workspaceId: string;
  workspaceName: string;
  ownerId: string;
  role: Role;
  /** ISO 8601: when this session began. */
  signedInAt: string;
};

/** A workspace that an account belongs to, as that account sees it. */
export type Membership = { id: string; name: string; role: Role };

export type Member = { id: string; accountId: string; email: string; role: Role; joinedAt: string };

/** Pending invitation. Its creator sees its secret once; it is not saved anywhere. */
export type Invitation = { id: string; email: string; role: GivenRole; createdAt: string; expiresAt: string };

/** Parts of an invitation that the holder of its secret may see before accepting. */
export type OpenInvitation = { email: string; role: GivenRole; workspaceName: string; hasAccount: boolean };

export type NewOwner = { email: string; password: string; workspaceName: string };

/** @throws temporarily_unavailable where the provider cannot be reached */
type OidcSignIn = {
  /** Display name of the provider. */
  readonly name: string;
  /** Sends a browser to the provider, which returns it to a path of ours. */
  begin(request: Request, to: string): Promise<Response>;
  /** A browser comes back: signs its person in, and lets them into the workspaces that invited their e-mail. */
  finish(request: Request): Promise<Response>;
};

/** A passkey as its account sees it. Times are ISO 8601; `lastUsedAt` null: never. */
type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

type Passkeys = {
  /** The one origin whose pages may ask for them. */
  readonly origin: string;
  /** Oldest first. */
  list(accountId: string): Promise<Passkey[]>;
};

/** People, passwords and sessions, kept by an account library. */
export interface Accounts {
  /** Returns the holder of a session cookie; null if it is missing, expired or revoked. */
  identify(cookie: string): Promise<SessionIdentity | null>;
  /** Makes the one first account with its workspace, whole or not at all. Null if there is one already. */
  createFirstOwner(owner: NewOwner): Promise<{ accountId: string; workspaceId: string } | null>;
  /** Answers one request below `/api/auth`. */
  handle(request: Request): Promise<Response>;
  /** Sign-in with an OpenID provider; null if none is set. */
  readonly oidc: OidcSignIn | null;
  /** Null if no browser offers passkeys at this server's public address. */
  readonly passkeys: Passkeys | null;
  /** False: its person signs in with the OpenID provider alone. */
  hasPassword(accountId: string): Promise<boolean>;
  verifyPassword(accountId: string, password: string): Promise<boolean>;
  /** Returns the hash stored instead of a password. */
  hashPassword(password: string): Promise<string>;
  /** The Set-Cookie line for a browser that has just signed in to this account: it is spared the throttling of others. */
  rememberDevice(email: string): string;
  /** Which browser that has signed in to this account before sends these cookies; null if none has. */
  knownDevice(cookies: string | undefined, email: string): string | null;
  /** Workspaces of an account, joined first first. */
  listMemberships(accountId: string): Promise<Membership[]>;
  /** Makes a further workspace of an account, whose owner it is. */
  createWorkspace(owner: { accountId: string; name: string }): Promise<Membership>;
  /** Sets the workspace that a session works in. False, without a change, when its account is not a member there. */
  chooseWorkspace(session: { sessionId: string; accountId: string }, workspaceId: string): Promise<boolean>;
  listMembers(workspaceId: string): Promise<Member[]>;
  listInvitations(workspaceId: string): Promise<Invitation[]>;
  invite(given: {
    workspaceId: string;
    inviterId: string;
    email: string;
    role: GivenRole;
  }): Promise<{ invitation: Invitation; secret: string }>;
  cancelInvitation(workspaceId: string, id: string): Promise<boolean>;
  readInvitation(secret: string): Promise<OpenInvitation | null>;
  /** Makes the account, or checks the password of the one there is, and joins. */
  acceptInvitation(
    secret: string,
    password: string,
  ): Promise<{ kind: 'joined'; email: string; workspaceId: string } | { kind: 'closed' | 'wrong_password' }>;
}
