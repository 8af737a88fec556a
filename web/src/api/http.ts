import { request } from '../../../src/client/request.ts';
import { type Call, send } from '../../../src/client/send.ts';
import { SightlineError } from '../../../src/client/sightlineError.ts';
import { cookieTransport } from '../../../src/client/transport.ts';
import type { Method } from '../../../src/contract/routes.ts';

export { SightlineError };

/** Milliseconds after which a slow server is abandoned, unless a call sets another limit. */
const defaultTimeoutMs = 30_000;

/** Milliseconds for which a prefetched response counts as new. A pending one always does. */
const aheadMs = 5_000;
type Ahead = { response: Promise<Response>; arrivedAtMs: number };
const ahead = new Map<string, Ahead>();

/** Takes a prefetched response, or sends the request. A write invalidates older responses. */
function fetchOnce(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const address = String(input);
  const request = ahead.get(address);
  ahead.delete(address);
  if (init.method !== 'GET') ahead.clear();
  else if (request !== undefined && performance.now() - request.arrivedAtMs <= aheadMs) return request.response;
  return fetch(input, init);
}

const transport = cookieTransport({ origin: location.origin, fetch: fetchOnce });

/** Calls one operation with the session of this browser. @throws SightlineError */
export const call: Call = (id, input, options) =>
  send(transport, id, input, { timeoutMs: defaultTimeoutMs, ...options });

/** Calls an account or setup path, which is not an operation of the registry. @throws SightlineError */
export async function callAccount<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const address = `${transport.origin}${path}`;
  return (await request(transport, { method, address, body }, { timeoutMs: defaultTimeoutMs })) as T;
}

/** Prefetches while the app is still loading. The first call to the same address takes the response. */
export function prefetchReport(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): void {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const { headers, init } = transport;
  const answer = fetch(url, { ...init, headers, signal: AbortSignal.timeout(defaultTimeoutMs) });
  // Read the body immediately: an unread response would keep its connection.
  const response = answer.then(async (received) => {
    const { status, headers: receivedHeaders } = received;
    return new Response(await received.text(), { status, headers: receivedHeaders });
  });
  const askedAhead: Ahead = { response, arrivedAtMs: Number.POSITIVE_INFINITY };
  ahead.set(url.href, askedAhead);
  const arrived = () => {
    askedAhead.arrivedAtMs = performance.now();
  };
  // The call that takes the response sees its failure; an unused prefetch may fail silently.
  response.then(arrived, arrived);
}
