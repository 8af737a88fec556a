import type { CapabilityPrincipal, KeyPrincipal } from '../domain/principal.ts';
import { findKeyPrincipal, touchApiKey } from '../store/apiKeys.ts';
import { findCapability } from '../store/capabilities.ts';
import { hashSecret, isWellFormedSecret } from './apiKeySecret.ts';
import { nowIso, type World } from './world.ts';

const lastUsedStepMs = 60_000;

/** Who holds this key, or null: unknown, expired and revoked are one answer. A typing error never reaches the database. */
export async function authenticateKey(world: World, secret: string): Promise<KeyPrincipal | null> {
  if (!isWellFormedSecret('sl_', secret)) return null;
  const now = nowIso(world);
  const found = await findKeyPrincipal(world.db, hashSecret(secret), now);
  if (found === null) return null;
  const { lastUsedAt, ...principal } = found;
  if (lastUsedAt === null || Date.parse(now) - Date.parse(lastUsedAt) >= lastUsedStepMs) {
    await touchApiKey(world.db, principal.workspaceId, principal.keyId, now);
  }
  return principal;
}

/** The run behind a capability, or null. Valid until the run's deadline, and no longer than the run is active. */
export async function authenticateCapability(world: World, secret: string): Promise<CapabilityPrincipal | null> {
  if (!isWellFormedSecret('slc_', secret)) return null;
  const found = await findCapability(world.db, hashSecret(secret), nowIso(world));
  if (found === null) return null;
  const { reportId: _bound, ...principal } = found;
  return principal;
}
