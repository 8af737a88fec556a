import { type InferResult, sql } from 'kysely';
import type { ApiKey } from '../../domain/access/apiKey.ts';
import type { Permission } from '../../domain/access/permissions.ts';
import type { KeyPrincipal } from '../../domain/access/principal.ts';
import { roleOf, withinRole } from '../../domain/access/roles.ts';
import { mapColumns } from '../database/columns.ts';
import { compiledOnce } from '../database/compiledOnce.ts';
import { type ListPage, newestFirst } from '../database/newestFirst.ts';
import { readOncePerTurn } from '../database/readOncePerTurn.ts';
import { readTogether } from '../database/readTogether.ts';
import type { Queryable } from '../database/transaction.ts';
import { connectionNames } from './oauthClients.ts';

type ListedKey = ApiKey & { accountId: string };

const columns = mapColumns<ListedKey>()({
  plain: 'id accountId name prefix createdAt expiresAt revokedAt lastUsedAt planId',
  flag: 'asksToSpend',
});

export async function insertApiKey(
  db: Queryable,
  owner: { workspaceId: string; accountId: string },
  key: ApiKey,
  secretHash: string,
  planId: string | null = null,
): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      ...columns.write({ ...key, accountId: owner.accountId, planId, revokedAt: null, lastUsedAt: null }),
      workspace_id: owner.workspaceId,
      secret_hash: secretHash,
      permissions: key.permissions.join(' '),
    })
    .execute();
}

/** Lists keys of a workspace after a position, newest first, revoked ones included; never their secrets. */
export async function listApiKeys(db: Queryable, workspaceId: string, page: ListPage): Promise<ListedKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select([...columns.names, 'permissions'])
    .where('workspace_id', '=', workspaceId)
    .$call(newestFirst(page))
    .execute();
  return rows.map((row) => ({ ...columns.read(row), permissions: row.permissions.split(' ') as Permission[] }));
}

/** Maps key ids, revoked ones included, and ids of connected programs to their names. */
export async function apiKeyNames(db: Queryable, workspaceId: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('api_keys').select(['id', 'name']).where('workspace_id', '=', workspaceId).execute();
  const connections = await connectionNames(db, workspaceId);
  return new Map([...connections, ...rows.map(({ id, name }) => [id, name] as const)]);
}

/** Returns the account that created a key; null if the workspace has no such key. */
export async function findKeyMaker(db: Queryable, workspaceId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('api_keys')
    .select('account_id')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** Revokes a key immediately. Returns false if the workspace has no such key. */
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

/** Selects a key with its workspace, its creator and the creator's role there; no row once the creator has left. */
export function keyOfHash(db: Queryable, secretHash: string) {
  return keysWithMakers(db).where('api_keys.secret_hash', '=', secretHash);
}

function keysWithMakers(db: Queryable) {
  return (
    db
      .selectFrom('api_keys')
      .innerJoin('organization', 'organization.id', 'api_keys.workspace_id')
      .innerJoin('user', 'user.id', 'api_keys.account_id')
      // A key works only while its creator is a member, whatever its own row says.
      .innerJoin('member', (join) =>
        join
          .onRef('member.organizationId', '=', 'api_keys.workspace_id')
          .onRef('member.userId', '=', 'api_keys.account_id'),
      )
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
        'api_keys.asks_to_spend',
        'api_keys.plan_id',
        'organization.name as workspace_name',
        'organization.ownerId as owner_id',
        'user.email as account_email',
        'member.role as maker_role',
      ])
  );
}

export type KeyRow = InferResult<ReturnType<typeof keyOfHash>>[number];

const principalOfHash = compiledOnce(keyOfHash);

const principalsOfHashes = compiledOnce((db, secretHashes: readonly string[]) =>
  keysWithMakers(db)
    .select('api_keys.secret_hash')
    .where('api_keys.secret_hash', '=', sql<string>`any(${secretHashes}::text[])`),
);

const keyInItsTurn = readTogether<[string], KeyRow>(
  async (db, [secretHash]) => (await principalOfHash(db, secretHash))[0] ?? null,
  async (db, args) => {
    const hashes = args.map(([secretHash]) => secretHash);
    const rows = await principalsOfHashes(db, hashes);
    const rowByHash = new Map(rows.map(({ secret_hash: hash, ...row }) => [hash, row]));
    return hashes.map((hash) => rowByHash.get(hash) ?? null);
  },
);

/** Finds the key for a secret's SHA-256 in its current state. */
export function findKey(db: Queryable, secretHash: string): Promise<KeyRow | null> {
  return readOncePerTurn(db, `key ${secretHash}`, () => keyInItsTurn(db, secretHash));
}

/** A key that may be used, and the time of its last use. */
export type UsableKey = { principal: KeyPrincipal; lastUsedAt: string | null };

/**
 * Returns the key with its principal. Null if it is unknown, revoked or expired, or if its creator has left the
 * workspace: callers cannot distinguish these.
 * @param now milliseconds since the epoch
 */
export function usableKey(row: KeyRow | null, now: number): UsableKey | null {
  if (row === null || row.revoked_at !== null) return null;
  if (row.expires_at !== null && Date.parse(row.expires_at) <= now) return null;
  const role = roleOf(row.maker_role);
  const principal: KeyPrincipal = {
    kind: 'key',
    keyId: row.id,
    keyName: row.name,
    keyPrefix: row.prefix,
    keyCreatedAt: row.created_at,
    keyExpiresAt: row.expires_at,
    role,
    permissions: withinRole(role, row.permissions.split(' ') as Permission[]),
    asksToSpend: row.asks_to_spend === 1,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    ownerId: row.owner_id,
    accountId: row.account_id,
    accountEmail: row.account_email,
    planId: row.plan_id,
  };
  return { principal, lastUsedAt: row.last_used_at };
}

export async function touchApiKey(db: Queryable, workspaceId: string, id: string, now: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .execute();
}

/** Revokes every open key that an account created in a workspace. */
export async function revokeKeys(db: Queryable, workspaceId: string, accountId: string, now: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Reads the stored hashes of working keys, by id. */
export async function hashesOfKeys(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'secret_hash'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.secret_hash]));
}
