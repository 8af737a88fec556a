import { type OAuthAudience, oauthResources } from '../../domain/access/oauthResources.ts';
import type { CapabilityPrincipal, ClientPrincipal, KeyPrincipal, Principal } from '../../domain/access/principal.ts';
import type { RateLimitDecision } from '../../domain/access/slidingWindow.ts';
import { findKey, touchApiKey, type UsableKey, usableKey } from '../../store/access/apiKeys.ts';
import { findCapability } from '../../store/access/capabilities.ts';
import { findClientPrincipal, touchConnection } from '../../store/access/oauthClients.ts';
import { type AppContext, nowIso, steadyIso } from '../appContext.ts';
import { hashSecret, isWellFormedSecret } from './apiKeySecret.ts';
import { requestWindow } from './takeRequest.ts';

const lastUsedStepMs = 60_000;

/** Authenticated caller, with the state of its rate limit after this request; null: not counted yet. */
export type Caller<P extends Principal = Principal> = { principal: P; taken: RateLimitDecision | null };

/**
 * Authenticates a key; null for unknown, expired and revoked ones alike. A typing error never reaches the database.
 * Where keys and requests share a database, the same statement counts the request.
 */
export async function authenticateKey(app: AppContext, secret: string): Promise<Caller<KeyPrincipal> | null> {
  if (!isWellFormedSecret('sl_', secret)) return null;
  const now = app.runtime.now();
  const admitted = await admitKey(app, hashSecret(secret), now);
  if (admitted === null) return null;
  const { principal, lastUsedAt } = admitted.key;
  if (lastUsedAt === null || now - Date.parse(lastUsedAt) >= lastUsedStepMs) {
    // If the last use cannot be saved, for example on a full disk, the key can still read; any write that fails reports
    // it.
    await touchApiKey(app.db, principal.workspaceId, principal.keyId, nowIso(app)).catch((cause: unknown) =>
      app.log.warn({ keyId: principal.keyId, cause: String(cause) }, 'could not save when a key was last used'),
    );
  }
  return { principal, taken: admitted.taken };
}

async function admitKey(
  { db, requestLog, runtime, settings }: AppContext,
  secretHash: string,
  now: number,
): Promise<{ key: UsableKey; taken: RateLimitDecision | null } | null> {
  if (requestLog.takeOfKey !== undefined) {
    return requestLog.takeOfKey(secretHash, requestWindow({ settings }, 'key'), runtime.steady(), now);
  }
  const key = usableKey(await findKey(db, secretHash), now);
  return key === null ? null : { key, taken: null };
}

/** Authenticates the access token of a signed-in program for this one of our addresses; null for any other token. */
export async function authenticateClient(
  app: AppContext,
  secret: string,
  audience: OAuthAudience,
): Promise<ClientPrincipal | null> {
  if (!/^slo_[A-Za-z]{32}$/.test(secret)) return null;
  const now = nowIso(app);
  const resource = oauthResources(app.settings.publicBaseUrl)[audience];
  const match = await findClientPrincipal(app.db, hashSecret(secret.slice('slo_'.length)), resource, now);
  if (match === null) return null;
  const { lastUsedAt, ...principal } = match;
  if (lastUsedAt === null || Date.parse(now) - Date.parse(lastUsedAt) >= lastUsedStepMs) {
    await touchConnection(app.db, principal.workspaceId, principal.connectionId, now).catch((cause: unknown) =>
      app.log.warn({ connection: principal.connectionId, cause: String(cause) }, 'could not save the last use'),
    );
  }
  return principal;
}

/**
 * Authenticates a capability and returns its run, or null. It is valid until the run's deadline, while the run is
 * active.
 */
export async function authenticateCapability(app: AppContext, secret: string): Promise<CapabilityPrincipal | null> {
  if (!isWellFormedSecret('slc_', secret)) return null;
  const match = await findCapability(app.db, hashSecret(secret), steadyIso(app));
  if (match === null) return null;
  const { reportId: _bound, ...principal } = match;
  return principal;
}
