import type { ApiKey } from '../domain/apiKey.ts';
import { notFound } from '../domain/errors.ts';
import { normalisePermissions, type Permission } from '../domain/permissions.ts';
import * as store from '../store/apiKeys.ts';
import { displayPrefix, hashSecret, makeSecret } from './apiKeySecret.ts';
import { type Ctx, nowIso } from './world.ts';

const dayMs = 86_400_000;

export function listKeys(ctx: Ctx): Promise<ApiKey[]> {
  return store.listApiKeys(ctx.db, ctx.principal.workspaceId);
}

/** Makes a key. The secret is in this answer and nowhere else, ever again. */
export async function createKey(
  ctx: Ctx,
  input: { name: string; permissions: readonly Permission[]; expiresInDays?: number | undefined },
): Promise<{ key: ApiKey; secret: string }> {
  const secret = makeSecret('sl_', ctx.runtime.randomBytes(32));
  const key: ApiKey = {
    id: ctx.runtime.newId('key'),
    name: input.name,
    prefix: displayPrefix(secret),
    permissions: normalisePermissions(input.permissions),
    createdAt: nowIso(ctx),
    expiresAt: input.expiresInDays === undefined ? null : nowIso(ctx, input.expiresInDays * dayMs),
    revokedAt: null,
    lastUsedAt: null,
  };
  const { workspaceId, accountId } = ctx.principal;
  await store.insertApiKey(ctx.db, { workspaceId, accountId }, key, hashSecret(secret));
  return { key, secret };
}

/** Revokes at once: the next request with it is 401. @throws not_found */
export async function revokeKey(ctx: Ctx, input: { id: string }): Promise<void> {
  if (!(await store.revokeApiKey(ctx.db, ctx.principal.workspaceId, input.id, nowIso(ctx)))) throw notFound('key');
}
