import type { Generated } from 'kysely';

type Dated = string | Date;

/** Grant that a program's token represents. The account library writes it; `token` is a SHA-256 hash. */
type IssuedToken = {
  id: string;
  token: string;
  clientId: string;
  userId: string;
  referenceId: string | null;
  resources: string | null;
  scopes: string;
  expiresAt: Dated;
  revoked: Dated | null;
};

/** The tables of signed-in programs, approvals and the audit log, as part of all tables. */
export type AccessTables = {
  api_keys: {
    id: string;
    workspace_id: string;
    account_id: string;
    name: string;
    secret_hash: string;
    prefix: string;
    permissions: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    /** 1: a member must approve each purchase. */
    asks_to_spend: Generated<number>;
    /** The only plan whose rounds this key may request; null for every other key. */
    plan_id: string | null;
  };
  capabilities: {
    secret_hash: string;
    workspace_id: string;
    owner_id: string;
    account_id: string;
    run_id: string;
    domain: string;
    tool: string;
    expires_at: string;
    revoked_at: string | null;
    report_id: string | null;
  };
  /** Settings that an owner chose for the members; no row until then. */
  workspace_settings: { workspace_id: string; members_manage: number; logo: string | null; accent: string | null };
  /** At most one open reset per account: the digest of the secret in its one-time link. */
  password_resets: { account_id: string; secret_hash: string; created_at: string; expires_at: string };
  setup: { id: number; completed_at: string };
  oauthClient: {
    id: string;
    clientId: string;
    name: string | null;
    disabled: number | boolean | null;
    createdAt: Dated | null;
    /** Time at which a member first connected the program; null until then. */
    consentedAt: string | null;
  };
  /** Permissions that a person granted a program, in the workspace `referenceId`. */
  oauthConsent: {
    id: string;
    clientId: string;
    userId: string;
    referenceId: string | null;
    scopes: string;
    createdAt: Dated;
    lastUsedAt: string | null;
  };
  oauthAccessToken: IssuedToken;
  oauthRefreshToken: IssuedToken;
  approvals: {
    id: string;
    workspace_id: string;
    /** `key:` or `client:` and an id. */
    requester: string;
    requester_name: string;
    account_id: string;
    account_email: string;
    key_id: string | null;
    operation: string;
    idempotency_key: string;
    fingerprint: string;
    body: string;
    created_at: string;
    open_until: string;
    decision: string | null;
    decided_at: string | null;
    decided_by: string | null;
    grant_until: string | null;
    used_at: string | null;
  };
  /** Entries are only added. */
  audit_entries: {
    id: string;
    workspace_id: string;
    created_at: string;
    actor_kind: string;
    actor_id: string;
    actor_name: string;
    account_email: string;
    act: string;
    subject: string | null;
    note: string | null;
  };
};
