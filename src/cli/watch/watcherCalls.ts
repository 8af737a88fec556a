import { everyPage } from '../../client/everyPage.ts';
import { request } from '../../client/request.ts';
import { type Call, send } from '../../client/send.ts';
import { SightlineError } from '../../client/sightlineError.ts';
import { bearerTransport } from '../../client/transport.ts';
import { type WatchList, watchPath } from '../../contract/watchList.ts';

/** Time after which a slow request is abandoned; it may have arrived, and is repeated under its key. */
const timeoutMs = 90_000;

type Connection = { url: string; signal: AbortSignal; fetch?: typeof fetch };

/** Creates a function that calls a server with one key. Each request is sent once and has a time limit. */
export function createCallAs(connection: Connection): (key: string) => Call {
  const { url, signal } = connection;
  return (apiKey) => {
    const transport = bearerTransport({ url, apiKey, ...fetchOf(connection) });
    return (id, input, options) => send(transport, id, input, { signal, timeoutMs, ...options });
  };
}

function fetchOf({ fetch }: Connection): { fetch?: typeof globalThis.fetch } {
  return fetch === undefined ? {} : { fetch };
}

/** Creates a function that lists, with the watcher's own secret, all active plans with their keys. */
export function createListBySecret(connection: Connection, secret: string): () => Promise<WatchList['plans']> {
  const transport = bearerTransport({ url: connection.url, apiKey: secret, ...fetchOf(connection) });
  const { signal } = connection;
  return async () => {
    const query = { method: 'GET', address: `${transport.origin}${watchPath}` } as const;
    const reply = (await request(transport, query, { signal, timeoutMs }).catch((error: unknown) => {
      throw error instanceof SightlineError && error.status === 404 ? wrongSecret(transport.origin) : error;
    })) as Partial<WatchList>;
    if (Array.isArray(reply.plans)) return reply.plans;
    throw new SightlineError({ code: 'unreachable', message: `${transport.origin} did not return a list of plans.` });
  };
}

/** A server reveals the list, and that it exists, only to its own secret. */
function wrongSecret(origin: string): SightlineError {
  const message = `${origin} rejected this WATCH_SECRET. Set the same value here and on the server.`;
  return new SightlineError({ code: 'unauthorized', status: 401, message });
}

/** Reads the plans of the given keys: for a watcher of a few plans rather than a whole deployment. */
export function createListByKeys(
  callAs: (key: string) => Call,
  keys: readonly string[],
): () => Promise<WatchList['plans']> {
  const planOfKey = new Map<string, string>();
  return async () => {
    for (const key of keys.filter((one) => !planOfKey.has(one))) {
      const call = callAs(key);
      const status = await call('authStatus', {});
      const plans = await everyPage(call, 'listPlans', {});
      const own = plans.find(({ keyId }) => keyId === status.key?.id);
      if (own !== undefined) planOfKey.set(key, own.id);
    }
    return [...planOfKey].map(([key, planId]) => ({ planId, key, hasWork: true }));
  };
}
