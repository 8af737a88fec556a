import type { ApiKey } from '../domain/apiKey.ts';
import { AppError, notFound } from '../domain/errors.ts';
import { normalisePermissions, type Permission } from '../domain/permissions.ts';
import * as store from '../store/apiKeys.ts';
import { displayPrefix, hashSecret, makeSecret } from './apiKeySecret.ts';
import { type Ctx, nowIso } from './world.ts';

const dayMs = 86_400_000;

export function listKeys(ctx: Ctx): Promise<ApiKey[]> {
  return store.listApiKeys(ctx.db, ctx.principal.workspaceId);
}

/** So long after signing in, a session may still make a key that can buy without the password being entered again. */
const freshSessionMs = 3_600_000;

/**
 * Makes a key. The secret is in this answer and nowhere else, ever again. A key that may buy SEO lookups asks for the
 * password again: always when one is given, and otherwise from a session that is not fresh.
 * @throws insufficient_permission naming `password`
 */
export async function createKey(
  ctx: Ctx,
  input: {
    name: string;
    permissions: readonly Permission[];
    expiresInDays?: number | undefined;
    password?: string | undefined;
  },
): Promise<{ key: ApiKey; secret: string }> {
  if (input.permissions.includes('seo')) await assertPassword(ctx, input.password);
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

async function assertPassword(ctx: Ctx, password: string | undefined): Promise<void> {
  const { principal } = ctx;
  if (password === undefined) {
    const age = principal.kind === 'session' ? ctx.runtime.now() - Date.parse(principal.signedInAt) : 0;
    if (age <= freshSessionMs) return;
  } else if (await ctx.accounts.verifyPassword(principal.accountId, password)) return;
  throw new AppError(
    'insufficient_permission',
    'password: enter the password of your account to make a key that may buy.',
    {
      details: { field: 'password' },
      retry: 'never',
    },
  );
}
