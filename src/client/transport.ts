import { type Audience, basePathOf } from '../contract/routes.ts';

/** Ways for requests to reach a server and to authenticate. */
export type Transport = {
  /** Scheme, host and port of the server, without a slash at the end. */
  readonly origin: string;
  /** Base path of the operations of each audience. */
  readonly basePathOf: Readonly<Record<Audience, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly init: Pick<RequestInit, 'credentials' | 'cache' | 'redirect'>;
  readonly fetch: typeof fetch;
};

/**
 * Creates a transport that calls v1 and v2 with an API key. A redirect would carry the key elsewhere, so it is an
 * error.
 */
export function bearerTransport(options: { url: string; apiKey: string; fetch?: typeof fetch }): Transport {
  return {
    origin: options.url.replace(/(?<!\/)\/+$/, ''),
    basePathOf,
    headers: { authorization: `Bearer ${options.apiKey}` },
    init: { redirect: 'error' },
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };
}

/**
 * Creates a transport that calls the web app's own server with the cookie of its session, which is valid for v1's
 * operations only under v2.
 */
export function cookieTransport(options: { origin: string; fetch?: typeof fetch }): Transport {
  return {
    origin: options.origin,
    basePathOf: { v1: basePathOf.v2, v2: basePathOf.v2, session: basePathOf.session },
    headers: { accept: 'application/json' },
    init: { credentials: 'same-origin', cache: 'no-store' },
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };
}
