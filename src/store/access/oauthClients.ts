import { type Permission, permissions } from '../../domain/access/permissions.ts';
import type { ClientPrincipal } from '../../domain/access/principal.ts';
import { roleOf, withinRole } from '../../domain/access/roles.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { compiledOnce } from '../database/compiledOnce.ts';
import type { Queryable, Tx } from '../database/transaction.ts';

/** A program that a person connected to one workspace. */
export type Connection = {
  id: string;
  clientId: string;
  clientName: string;
  accountId: string;
  accountEmail: string;
  permissions: readonly Permission[];
  connectedAt: string;
  lastUsedAt: string | null;
};

const iso = (value: string | Date): string => new Date(value).toISOString();

/** The account library stores lists as JSON text. */
function listOf(text: string | null): string[] {
  const parsed: unknown = text === null ? [] : JSON.parse(text);
  return Array.isArray(parsed) ? parsed.map(String) : [];
}

function permissionsIn(scopes: string): Permission[] {
  const heldKeys = new Set(['read', ...listOf(scopes)]);
  return permissions.filter((permission) => heldKeys.has(permission));
}

/** Returns a program's name, or its id if it has none. */
function deriveName(name: string | null, clientId: string): string {
  return name === null || name.trim() === '' ? clientId : name;
}

const principalOfToken = compiledOnce((db, tokenHash: string) =>
  db
    .selectFrom('oauthAccessToken as token')
    .innerJoin('oauthClient as client', 'client.clientId', 'token.clientId')
    // Each use reads the consent: without it, the tokens are invalid.
    .innerJoin('oauthConsent as consent', (join) =>
      join
        .onRef('consent.clientId', '=', 'token.clientId')
        .onRef('consent.userId', '=', 'token.userId')
        .onRef('consent.referenceId', '=', 'token.referenceId'),
    )
    .innerJoin('organization', 'organization.id', 'token.referenceId')
    .innerJoin('user', 'user.id', 'token.userId')
    .innerJoin('member', (join) =>
      join.onRef('member.organizationId', '=', 'token.referenceId').onRef('member.userId', '=', 'token.userId'),
    )
    .select([
      'consent.id',
      'consent.lastUsedAt',
      'consent.scopes as consented',
      'token.scopes',
      'token.resources',
      'token.expiresAt',
      'token.revoked',
      'client.clientId',
      'client.name',
      'client.disabled',
      'organization.id as workspaceId',
      'organization.name as workspaceName',
      'organization.ownerId',
      'user.id as accountId',
      'user.email as accountEmail',
      'member.role',
    ])
    .where('token.token', '=', tokenHash),
);

/**
 * Finds the holder of an access token bound to this resource; null if the token is unknown, expired, revoked, for
 * another resource, or belongs to a disconnected program or a former member.
 */
export async function findClientPrincipal(
  db: Queryable,
  tokenHash: string,
  resource: string,
  now: string,
): Promise<(ClientPrincipal & { lastUsedAt: string | null }) | null> {
  const [row] = await principalOfToken(db, tokenHash);
  if (row === undefined || row.revoked !== null || row.disabled) return null;
  if (iso(row.expiresAt) <= now || !listOf(row.resources).includes(resource)) return null;
  const consented = permissionsIn(row.consented);
  const role = roleOf(row.role);
  return {
    kind: 'client',
    connectionId: row.id,
    clientId: row.clientId,
    clientName: deriveName(row.name, row.clientId),
    role,
    permissions: withinRole(role, permissionsIn(row.scopes)).filter((permission) => consented.includes(permission)),
    workspaceId: row.workspaceId,
    workspaceName: row.workspaceName,
    ownerId: row.ownerId,
    accountId: row.accountId,
    accountEmail: row.accountEmail,
    lastUsedAt: row.lastUsedAt,
  };
}

export async function touchConnection(db: Queryable, workspaceId: string, id: string, now: string): Promise<void> {
  await db
    .updateTable('oauthConsent')
    .set({ lastUsedAt: now })
    .where('id', '=', id)
    .where('referenceId', '=', workspaceId)
    .execute();
}

function connectionsIn(db: Queryable, workspaceId: string) {
  return db
    .selectFrom('oauthConsent as consent')
    .innerJoin('oauthClient as client', 'client.clientId', 'consent.clientId')
    .innerJoin('user', 'user.id', 'consent.userId')
    .select([
      'consent.id',
      'consent.clientId',
      'client.name',
      'consent.userId',
      'user.email',
      'consent.scopes',
      'consent.createdAt',
      'consent.lastUsedAt',
    ])
    .where('consent.referenceId', '=', workspaceId);
}

/** Lists the programs that are connected to a workspace, by id. */
export async function listConnectionRows(
  db: Queryable,
  workspaceId: string,
  { after, count }: { after: ListPosition | null; count: number },
): Promise<Connection[]> {
  const rows = await connectionsIn(db, workspaceId)
    .$if(after !== null, (query) => query.where('consent.id', '>', (after as ListPosition).id))
    .orderBy('consent.id')
    .limit(count)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    clientId: row.clientId,
    clientName: deriveName(row.name, row.clientId),
    accountId: row.userId,
    accountEmail: row.email,
    permissions: permissionsIn(row.scopes),
    connectedAt: iso(row.createdAt),
    lastUsedAt: row.lastUsedAt,
  }));
}

/** Maps connection ids of connected programs to their names. */
export async function connectionNames(db: Queryable, workspaceId: string): Promise<Map<string, string>> {
  const rows = await connectionsIn(db, workspaceId).execute();
  return new Map(rows.map((row) => [row.id, deriveName(row.name, row.clientId)]));
}

export async function findConnectionAccount(db: Queryable, workspaceId: string, id: string): Promise<string | null> {
  const row = await connectionsIn(db, workspaceId).where('consent.id', '=', id).executeTakeFirst();
  return row?.userId ?? null;
}

/** Ends a connection with all its tokens. False: the workspace has no such connection. */
export async function deleteConnection(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  const row = await connectionsIn(tx, workspaceId).where('consent.id', '=', id).executeTakeFirst();
  if (row === undefined) return false;
  await deleteTokens(tx, { clientId: row.clientId, accountId: row.userId, workspaceId });
  // Two simultaneous consents may be saved twice.
  await tx
    .deleteFrom('oauthConsent')
    .where('clientId', '=', row.clientId)
    .where('userId', '=', row.userId)
    .where('referenceId', '=', workspaceId)
    .execute();
  return true;
}

export async function isClientKnown(db: Queryable, clientId: string): Promise<boolean> {
  const row = await db.selectFrom('oauthClient').select('id').where('clientId', '=', clientId).executeTakeFirst();
  return row !== undefined;
}

/**
 * Records that a person consents to a program, before the account library saves the consent, so that the program is
 * kept. Without a saved consent for this workspace, tokens and codes of an earlier one end: they must not become valid
 * again.
 */
export async function startConsent(
  tx: Tx,
  consent: { clientId: string; accountId: string; workspaceId: string },
  now: string,
): Promise<void> {
  await tx
    .updateTable('oauthClient')
    .set({ consentedAt: now })
    .where('clientId', '=', consent.clientId)
    .where('consentedAt', 'is', null)
    .execute();
  const saved = await tx
    .selectFrom('oauthConsent')
    .select('id')
    .where('clientId', '=', consent.clientId)
    .where('userId', '=', consent.accountId)
    .where('referenceId', '=', consent.workspaceId)
    .executeTakeFirst();
  if (saved === undefined) await deleteTokens(tx, consent);
}

/** Ends every connection of an account to a workspace, with its tokens and codes. */
export async function deleteMemberConnections(tx: Tx, workspaceId: string, accountId: string): Promise<void> {
  await deleteTokens(tx, { workspaceId, accountId });
  await tx.deleteFrom('oauthConsent').where('userId', '=', accountId).where('referenceId', '=', workspaceId).execute();
}

/** Deletes access tokens, refresh tokens and unused codes of one program or, without `clientId`, of all. */
async function deleteTokens(
  tx: Tx,
  { clientId, accountId, workspaceId }: { clientId?: string; accountId: string; workspaceId: string },
): Promise<void> {
  for (const table of ['oauthAccessToken', 'oauthRefreshToken'] as const) {
    await tx
      .deleteFrom(table)
      .where('userId', '=', accountId)
      .where('referenceId', '=', workspaceId)
      .$if(clientId !== undefined, (query) => query.where('clientId', '=', clientId as string))
      .execute();
  }
  const codes = await tx
    .selectFrom('verification')
    .select(['id', 'value'])
    .where('value', 'like', `%"type":"authorization_code"%"userId":"${accountId}"%`)
    .execute();
  for (const { id, value } of codes) {
    const code = JSON.parse(value) as { referenceId?: string; query?: { client_id?: string } };
    if (code.referenceId !== workspaceId || (clientId !== undefined && code.query?.client_id !== clientId)) continue;
    await tx.deleteFrom('verification').where('id', '=', id).execute();
  }
}

/** Deletes clients older than a time that no member connected. Returns how many. */
export async function deleteUnusedClients(db: Queryable, before: string): Promise<number> {
  const deletion = await db
    .deleteFrom('oauthClient')
    .where('consentedAt', 'is', null)
    .where('createdAt', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('oauthConsent')
            .select('oauthConsent.id')
            .whereRef('oauthConsent.clientId', '=', 'oauthClient.clientId'),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(deletion.numDeletedRows);
}
