import type { Principal } from '../../domain/access/principal.ts';
import type { RateLimit, RateLimitDecision } from '../../domain/access/slidingWindow.ts';
import { bucketOfKey } from '../../store/requests/log.ts';
import type { AppContext } from '../appContext.ts';

const minuteMs = 60_000;

/**
 * A page of the web app makes several requests at once and polls runs, so a session has ten times the limit of a key.
 */
const sessionFactor = 10;

/** Returns this caller's limit per minute. */
export function requestWindow(app: Pick<AppContext, 'settings'>, kind: Principal['kind']): RateLimit {
  const factor = kind === 'session' ? sessionFactor : 1;
  return { limit: app.settings.requestsPerMinute * factor, windowMs: minuteMs };
}

/**
 * Returns the caller's rate limit bucket. Each key, connected program, session and capability has its own, shared by
 * REST and MCP.
 */
export function requestBucket(principal: Principal): string {
  switch (principal.kind) {
    case 'key':
      return bucketOfKey(principal.keyId);
    case 'client':
      return `client:${principal.connectionId}`;
    case 'session':
      return `session:${principal.sessionId}`;
    case 'capability':
      return `capability:${principal.runId}`;
  }
}

/** Counts one request against the caller's limit. A refused request does not count. */
export function countRequestAgainstLimit(app: AppContext, principal: Principal): Promise<RateLimitDecision> {
  return app.requestLog.take(requestBucket(principal), requestWindow(app, principal.kind), app.runtime.steady());
}
