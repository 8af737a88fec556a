import { request } from '../../client/request.ts';
import { cookieTransport, type Transport } from '../../client/transport.ts';
import type { Method } from '../../contract/routes.ts';

/**
 * Calls a server with the cookies of a session. A redirect counts as an error, because it would send the cookies
 * elsewhere.
 */
export function sessionTransport(url: string, cookie: string): Transport {
  const transport = cookieTransport({ origin: url });
  return { ...transport, headers: { ...transport.headers, cookie }, init: { redirect: 'error' } };
}

/**
 * Calls an account or setup path, which is not an operation of the registry, and returns the cookies it sets.
 * @throws SightlineError
 */
export async function callAccount(
  url: string,
  method: Method,
  path: string,
  body: unknown,
  cookie = '',
): Promise<{ answer: Record<string, unknown>; cookie: string }> {
  const transport = sessionTransport(url, cookie);
  const jar = new Map(cookie === '' ? [] : cookie.split('; ').map(pairOf));
  const keeping: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    for (const line of response.headers.getSetCookie()) jar.set(...pairOf(line.split(';')[0] ?? ''));
    return response;
  };
  const headers = cookie === '' ? { accept: 'application/json' } : transport.headers;
  const answer = await request({ ...transport, headers, fetch: keeping }, { method, address: `${url}${path}`, body });
  const keptItems = [...jar].filter(([, value]) => value !== '').map(([name, value]) => `${name}=${value}`);
  return { answer: (answer ?? {}) as Record<string, unknown>, cookie: keptItems.join('; ') };
}

function pairOf(cookie: string): [name: string, value: string] {
  const at = cookie.indexOf('=');
  return [cookie.slice(0, at), cookie.slice(at + 1)];
}
