import type { ApiKey } from '../../domain/access/apiKey.ts';
import { normalisePermissions, type Permission } from '../../domain/access/permissions.ts';
import { AppError, notFound } from '../../domain/errors.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import * as store from '../../store/access/apiKeys.ts';
import { holdMembership } from '../../store/access/members.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { endRoundsOfPayer } from '../../store/plans/rounds.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { createSecret, displayPrefix, hashSecret } from './apiKeySecret.ts';
import { assertPassword } from './confirmPassword.ts';
import { assertMayManage, mayManage } from './memberRights.ts';

const dayMs = 86_400_000;

/** Lists keys of the workspace after a position, newest first, with what this caller may do to each. */
export async function listKeys(
  ctx: Ctx,
  page: { after: ListPosition | null; count: number },
): Promise<{ key: ApiKey; isYours: boolean; mayRevoke: boolean }[]> {
  const all = await mayManage(ctx);
  const keys = await store.listApiKeys(ctx.db, ctx.principal.workspaceId, page);
  return keys.map(({ accountId, ...key }) => {
    const isYours = accountId === ctx.principal.accountId;
    return { key, isYours, mayRevoke: isYours || all };
  });
}

/** Time after signing in during which a session may create a key that can buy without the password. */
const freshSessionMs = 3_600_000;

/**
 * Creates a key. Only this response contains the secret. A key that may only buy SEO lookups requires the password if
 * one is given, or if the session is not fresh.
 * @throws insufficient_permission naming `password`, rate_limited
 */
export async function createKey(
  ctx: Ctx,
  input: {
    name: string;
    permissions: readonly Permission[];
    asksToSpend: boolean;
    expiresInDays?: number | undefined;
    password?: string | undefined;
  },
): Promise<{ key: ApiKey; secret: string }> {
  const isBuyer = input.permissions.includes('seo') && !input.asksToSpend;
  if (isBuyer && (input.password !== undefined || !isFresh(ctx))) {
    await assertPassword(ctx, input.password ?? null, 'to create a key that may buy');
  }
  const secret = createSecret('sl_', ctx.runtime.randomBytes(32));
  const createdAt = nowIso(ctx);
  const key: ApiKey = {
    id: ctx.runtime.newId('key'),
    name: input.name,
    prefix: displayPrefix(secret),
    permissions: normalisePermissions(input.permissions),
    asksToSpend: input.asksToSpend,
    createdAt,
    expiresAt:
      input.expiresInDays === undefined
        ? null
        : new Date(Date.parse(createdAt) + input.expiresInDays * dayMs).toISOString(),
    revokedAt: null,
    lastUsedAt: null,
    planId: null,
  };
  const { workspaceId, accountId } = ctx.principal;
  await inTransaction(ctx.db, async (tx) => {
    const role = await holdMembership(tx, ctx.databaseKind, workspaceId, accountId);
    if (role === null || role === 'viewer') {
      throw new AppError('insufficient_permission', 'You can no longer create keys in this workspace.', {
        retry: 'never',
      });
    }
    await store.insertApiKey(tx, { workspaceId, accountId }, key, hashSecret(secret));
  });
  return { key, secret };
}

/**
 * Revokes immediately: the next request with the key is 401, and its rounds send nothing more. Callers may revoke their own keys, owners any key, and
 * members those of others if the owner allows it. @throws not_found, insufficient_permission
 */
export async function revokeKey(ctx: Ctx, input: { id: string }): Promise<void> {
  const maker = await store.findKeyMaker(ctx.db, ctx.principal.workspaceId, input.id);
  if (maker === null) throw notFound('key');
  if (maker !== ctx.principal.accountId) await assertMayManage(ctx, 'revoke a key that another member created');
  const { workspaceId } = ctx.principal;
  await inTransaction(ctx.db, async (tx) => {
    if (!(await store.revokeApiKey(tx, workspaceId, input.id, nowIso(ctx)))) throw notFound('key');
    await endRoundsOfPayer(tx, workspaceId, input.id, nowIso(ctx));
  });
}

function isFresh({ principal, runtime }: Ctx): boolean {
  const age = principal.kind === 'session' ? runtime.now() - Date.parse(principal.signedInAt) : 0;
  return age <= freshSessionMs;
}
