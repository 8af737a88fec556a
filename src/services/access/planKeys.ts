import { createHmac } from 'node:crypto';
import type { ApiKey } from '../../domain/access/apiKey.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { hashesOfKeys, insertApiKey } from '../../store/access/apiKeys.ts';
import type { Tx } from '../../store/database/transaction.ts';
import { type AppContext, type Ctx, nowIso } from '../appContext.ts';
import { createSecret, displayPrefix, hashSecret } from './apiKeySecret.ts';

/**
 * Derives the secret of a plan's key from the watcher's secret and the key's id. A watcher can thus be given the key,
 * while the database stores only a hash, as for every key.
 */
export function planKeySecret({ settings }: Pick<AppContext, 'settings'>, keyId: string): string {
  return createSecret('sl_', createHmac('sha256', settings.watchSecret).update(`plan key\n${keyId}`).digest());
}

/**
 * Returns true if a stored key is the one that the plan's watcher receives. It is not if the key was derived from
 * another secret: the operator changed the secret, or restored the database elsewhere.
 */
export function isWatchersKey(app: Pick<AppContext, 'settings'>, keyId: string, storedHash: string): boolean {
  return hashSecret(planKeySecret(app, keyId)) === storedHash;
}

/** Explains why the keys of some plans do not work, by key id; a working key is absent. */
export async function findDeadKeys(
  app: Pick<AppContext, 'settings' | 'db'>,
  workspaceId: string,
  keyIds: readonly string[],
): Promise<Map<string, 'revoked' | 'stale'>> {
  const hashes = await hashesOfKeys(app.db, workspaceId, keyIds);
  const dead = new Map<string, 'revoked' | 'stale'>();
  for (const id of keyIds) {
    const hash = hashes.get(id);
    if (hash === undefined) dead.set(id, 'revoked');
    else if (!isWatchersKey(app, id, hash)) dead.set(id, 'stale');
  }
  return dead;
}

/**
 * Creates the key of a plan, which can only evaluate requests of the plan's rounds. Manual rounds may permit an engine
 * a lookup, which also requires `seo`.
 */
export async function insertPlanKey(
  ctx: Ctx,
  tx: Tx,
  plan: Pick<Plan, 'id' | 'kind' | 'name'>,
): Promise<{ key: ApiKey; secret: string }> {
  const id = ctx.runtime.newId('key');
  const secret = planKeySecret(ctx, id);
  const key: ApiKey = {
    id,
    name: (plan.kind === 'asks' ? plan.name : `Plan: ${plan.name}`).slice(0, 100),
    prefix: displayPrefix(secret),
    permissions: plan.kind === 'asks' ? ['read', 'evaluate', 'seo'] : ['read', 'evaluate'],
    createdAt: nowIso(ctx),
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    asksToSpend: false,
    planId: plan.id,
  };
  const { workspaceId, accountId } = ctx.principal;
  await insertApiKey(tx, { workspaceId, accountId }, key, hashSecret(secret), plan.id);
  return { key, secret };
}
