import type { ApiKey } from '../domain/apiKey.ts';
import type { Permission } from '../domain/permissions.ts';
import type { KeyPrincipal } from '../domain/principal.ts';
import { compiledOnce } from './compiledOnce.ts';
import type { Queryable } from './transaction.ts';

export async function insertApiKey(
  db: Queryable,
  owner: { workspaceId: string; accountId: string },
  key: ApiKey,
  secretHash: string,
): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      id: key.id,
      workspace_id: owner.workspaceId,
      account_id: owner.accountId,
      name: key.name,
      secret_hash: secretHash,
      prefix: key.prefix,
      permissions: key.permissions.join(' '),
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      revoked_at: null,
      last_used_at: null,
    })
    .execute();
}

/** Keys of a workspace, newest first, revoked ones included; never their secrets. */
export async function listApiKeys(db: Queryable, workspaceId: string): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'prefix', 'permissions', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    permissions: row.permissions.split(' ') as Permission[],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }));
}

/** Revokes at once. Returns false when the workspace has no such key. */
export async function revokeApiKey(db: Queryable, workspaceId: string, id: string, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('api_keys')
    .select('revoked_at')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (row === undefined) return false;
  if (row.revoked_at === null) {
    await db
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .execute();
  }
  return true;
}

const principalOfHash = compiledOnce((db, secretHash: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('organization', 'organization.id', 'api_keys.workspace_id')
    .innerJoin('user', 'user.id', 'api_keys.account_id')
    .select([
      'api_keys.id',
      'api_keys.workspace_id',
      'api_keys.account_id',
      'api_keys.name',
      'api_keys.prefix',
      'api_keys.permissions',
      'api_keys.created_at',
      'api_keys.expires_at',
      'api_keys.revoked_at',
      'api_keys.last_used_at',
      'organization.name as workspace_name',
      'organization.ownerId as owner_id',
      'user.email as account_email',
    ])
    .where('api_keys.secret_hash', '=', secretHash),
);

/** The principal behind a secret's SHA-256, or null when it is unknown, revoked or expired: callers cannot tell which. */
export async function findKeyPrincipal(
  db: Queryable,
  secretHash: string,
  now: string,
): Promise<(KeyPrincipal & { lastUsedAt: string | null }) | null> {
  const [row] = await principalOfHash(db, secretHash);
  if (row === undefined || row.revoked_at !== null) return null;
  if (row.expires_at !== null && row.expires_at <= now) return null;
  return {
    kind: 'key',
    keyId: row.id,
    keyName: row.name,
    keyPrefix: row.prefix,
    keyCreatedAt: row.created_at,
    keyExpiresAt: row.expires_at,
    permissions: row.permissions.split(' ') as Permission[],
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    ownerId: row.owner_id,
    accountId: row.account_id,
    accountEmail: row.account_email,
    lastUsedAt: row.last_used_at,
  };
}

export async function touchApiKey(db: Queryable, workspaceId: string, id: string, now: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .execute();
}

/** Revokes every open key that an account made in a workspace. */
export async function revokeKeysOf(db: Queryable, workspaceId: string, accountId: string, now: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
}
