import type { Principal } from '../../domain/access/principal.ts';
import type { RateLimit, RateLimitDecision } from '../../domain/access/slidingWindow.ts';
import { bucketOfKey } from '../../store/requests/log.ts';
import type { AppContext } from '../appContext.ts';

const minuteMs = 60_000;

/** A page of the web app makes several requests at once and follows runs: a person's minute holds ten keys' minutes. */
const sessionFactor = 10;

/** Returns how many requests this caller may make in any minute. */
export function requestWindow(app: Pick<AppContext, 'settings'>, kind: Principal['kind']): RateLimit {
  const factor = kind === 'session' ? sessionFactor : 1;
  return { limit: app.settings.requestsPerMinute * factor, windowMs: minuteMs };
}

/** Each key has its own minute; so has each connected program, each session and each capability. REST and MCP share it. */
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

/** Takes one request from the caller's minute. A refused request takes nothing. */
export function countRequestAgainstLimit(app: AppContext, principal: Principal): Promise<RateLimitDecision> {
  return app.requestLog.take(requestBucket(principal), requestWindow(app, principal.kind), app.runtime.steady());
}
