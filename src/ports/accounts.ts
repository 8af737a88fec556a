import type { AssignableRole, Role } from '../domain/access/roles.ts';

/** A signed-in browser session in one workspace. */
export type SessionIdentity = {
  sessionId: string;
  accountId: string;
  accountEmail: string;
  workspaceId: string;
  workspaceName: string;
  ownerId: string;
  role: Role;
  /** ISO 8601: start of this session. */
  signedInAt: string;
};

/** A workspace of an account, from the account's perspective. */
export type Membership = { id: string; name: string; role: Role };

export type Member = { id: string; accountId: string; email: string; role: Role; joinedAt: string };

/** Pending invitation. Its creator sees its secret once; it is not stored. */
export type Invitation = { id: string; email: string; role: AssignableRole; createdAt: string; expiresAt: string };

/** Parts of an invitation that the holder of its secret may see before accepting. */
export type OpenInvitation = { email: string; role: AssignableRole; workspaceName: string; hasAccount: boolean };

export type NewOwner = { email: string; password: string; workspaceName: string };

/** @throws temporarily_unavailable if the provider cannot be reached */
type OidcSignIn = {
  /** Display name of the provider. */
  readonly name: string;
  /** Sends a browser to the provider, which returns it to a path of ours. */
  begin(request: Request, to: string): Promise<Response>;
  /** Handles a browser's return: signs its person in, and adds them to the workspaces that invited their email. */
  finish(request: Request): Promise<Response>;
};

/** A passkey from its account's perspective. Times are ISO 8601; `lastUsedAt` null: never. */
type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

type Passkeys = {
  /** The one origin whose pages may use them. */
  readonly origin: string;
  /** Oldest first. */
  list(accountId: string): Promise<Passkey[]>;
};

/** People, passwords and sessions, managed by an account library. */
export interface Accounts {
  /** Returns the holder of a session cookie; null if it is missing, expired or revoked. */
  identify(cookie: string): Promise<SessionIdentity | null>;
  /** Creates the first account with its workspace, both or neither. Null if one exists. */
  createFirstOwner(owner: NewOwner): Promise<{ accountId: string; workspaceId: string } | null>;
  /** Answers one request under `/api/auth`. */
  handle(request: Request): Promise<Response>;
  /** Sign-in with an OpenID provider; null if none is set. */
  readonly oidc: OidcSignIn | null;
  /** Null if no browser offers passkeys at this server's public address. */
  readonly passkeys: Passkeys | null;
  /** Returns false if the person can only sign in with the OpenID provider. */
  hasPassword(accountId: string): Promise<boolean>;
  verifyPassword(accountId: string, password: string): Promise<boolean>;
  /** Returns the hash stored instead of a password. */
  hashPassword(password: string): Promise<string>;
  /**
   * Returns the Set-Cookie line for a browser that has just signed in to this account: others' failures will not
   * throttle it.
   */
  rememberDevice(email: string): string;
  /** Returns the browser with these cookies, if it has signed in to this account before; otherwise null. */
  knownDevice(cookies: string | undefined, email: string): string | null;
  /** Lists workspaces of an account, the first joined first. */
  listMemberships(accountId: string): Promise<Membership[]>;
  /** Creates a further workspace, owned by the account. */
  createWorkspace(owner: { accountId: string; name: string }): Promise<Membership>;
  /** Sets the workspace of a session. Returns false, without a change, if its account is not a member there. */
  chooseWorkspace(session: { sessionId: string; accountId: string }, workspaceId: string): Promise<boolean>;
  listMembers(workspaceId: string): Promise<Member[]>;
  listInvitations(workspaceId: string): Promise<Invitation[]>;
  invite(given: {
    workspaceId: string;
    inviterId: string;
    email: string;
    role: AssignableRole;
  }): Promise<{ invitation: Invitation; secret: string }>;
  cancelInvitation(workspaceId: string, id: string): Promise<boolean>;
  readInvitation(secret: string): Promise<OpenInvitation | null>;
  /** Creates the account, or checks the password of the existing one, and joins. */
  acceptInvitation(
    secret: string,
    password: string,
  ): Promise<{ kind: 'joined'; email: string; workspaceId: string } | { kind: 'closed' | 'wrong_password' }>;
}
