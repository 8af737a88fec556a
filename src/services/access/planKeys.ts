import { createHmac } from 'node:crypto';
import type { ApiKey } from '../../domain/access/apiKey.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { insertApiKey } from '../../store/apiKeys.ts';
import type { Tx } from '../../store/transaction.ts';
import { type Ctx, nowIso, type World } from '../world.ts';
import { displayPrefix, hashSecret, makeSecret } from './apiKeySecret.ts';

/**
 * The secret of a plan's key: made from the watcher's secret and the key's id, so that a watcher which holds the one can
 * be told the other, and the database holds its hash alone like that of every key.
 */
export function planKeySecret({ settings }: Pick<World, 'settings'>, keyId: string): string {
  return makeSecret('sl_', createHmac('sha256', settings.watchSecret).update(`plan key\n${keyId}`).digest());
}

/**
 * Makes the key of a plan: it evaluates the requests of the plan's rounds, and nothing else. What is asked by hand may
 * permit an engine a lookup, which takes `seo` beside.
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
