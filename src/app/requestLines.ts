import { currentRequestId } from '../http/requestIds.ts';
import type { Log } from '../ports/log.ts';

/** Creates a log whose lines name the request they belong to, by the id that its response has as X-Request-Id. */
export function withRequestIds(log: Log): Log {
  const named = (fields: Record<string, unknown>): Record<string, unknown> => {
    const requestId = currentRequestId();
    return requestId === undefined ? fields : { requestId, ...fields };
  };
  return {
    info: (fields, message) => log.info(named(fields), message),
    warn: (fields, message) => log.warn(named(fields), message),
    error: (fields, message) => log.error(named(fields), message),
  };
}
