/** A signed-in browser session, resolved to one workspace. */
export type SessionIdentity = {
  sessionId: string;
  accountId: string;
  accountEmail: string;
  workspaceId: string;
  workspaceName: string;
  ownerId: string;
  role: 'owner' | 'member';
};

export type NewOwner = { email: string; password: string; workspaceName: string };

/** People, passwords and sessions, kept by an account library. */
export interface Accounts {
  /** Who a session cookie belongs to; null when it is missing, expired or revoked. */
  identify(cookie: string): Promise<SessionIdentity | null>;
  /** Makes an account with a workspace of its own. @throws Error when the e-mail is taken */
  createOwner(owner: NewOwner): Promise<{ accountId: string; workspaceId: string }>;
  /** Answers one request below `/api/auth`. */
  handle(request: Request): Promise<Response>;
  verifyPassword(accountId: string, password: string): Promise<boolean>;
}
