import type { FastifyRequest } from 'fastify';
import { AppError } from '../domain/errors.ts';

/** Largest request body in bytes. */
export const bodyLimit = 64 * 1024;

/** Addresses of this server: its public address, and loopback names if it listens there. */
export type Places = { publicOrigin: string; isLoopback: boolean };

const loopbackHost = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** Refuses foreign host names whose DNS points to us. @throws insufficient_permission */
export function assertOwnHost(request: FastifyRequest, places: Places): void {
  const host = request.host.toLowerCase();
  const { host: own, hostname, port, protocol } = new URL(places.publicOrigin);
  // Some proxies add the port that an address omits.
  const spelt = port === '' ? `${hostname}:${protocol === 'https:' ? 443 : 80}` : own;
  if (host === own || host === spelt) return;
  if (places.isLoopback && loopbackHost.test(host)) return;
  throw new AppError(
    'insufficient_permission',
    `Host: ${host} is not an address of this server. To allow it, set PUBLIC_BASE_URL to it.`,
    { retry: 'never' },
  );
}

/**
 * Refuses a state-changing request that another site made with the user's cookie: by Fetch Metadata if the browser
 * sends it, otherwise by the exact Origin. A caller that sends neither is not a browser, so no site can misuse its
 * cookie. @throws insufficient_permission
 */
export function assertSameOrigin(request: FastifyRequest, places: Places): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw crossSite();
  if (origin !== undefined && !isOwnOrigin(origin, request, places)) throw crossSite();
}

/** @throws insufficient_permission for a foreign Origin; a caller without one is not a browser */
export function assertOwnOrigin(request: FastifyRequest, places: Places): void {
  const { origin } = request.headers;
  if (origin !== undefined && !isOwnOrigin(origin, request, places)) throw crossSite();
}

function isOwnOrigin(origin: string, request: FastifyRequest, places: Places): boolean {
  if (origin === places.publicOrigin) return true;
  const url = URL.parse(origin);
  // This server speaks plain HTTP, so an https page came from something else with the same host and port.
  return places.isLoopback && url?.protocol === 'http:' && loopbackHost.test(url.host) && url.host === request.host;
}

function crossSite(): AppError {
  return new AppError('insufficient_permission', 'Origin: this request came from another site.', { retry: 'never' });
}

/** Requires a plain JSON body in UTF-8; no body at all counts as `{}`. @throws unsupported_media_type */
/** @throws unsupported_media_type if the body is not unencoded application/octet-stream */
export function assertBytes(request: FastifyRequest): void {
  const {
    'content-type': type = '',
    'content-encoding': encoding = 'identity',
    'content-length': length,
  } = request.headers;
  const hasBody = request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
  if (!hasBody && type === '') return;
  if (encoding.trim().toLowerCase() !== 'identity') {
    throw unsupported(
      'Content-Encoding',
      'send a compressed file as application/octet-stream, without Content-Encoding.',
    );
  }
  if (type.split(';')[0]?.trim().toLowerCase() !== 'application/octet-stream') {
    throw unsupported('Content-Type', 'send application/octet-stream.');
  }
}

export function assertJson(request: FastifyRequest): void {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const packed = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (packed !== 'identity') throw unsupported('Content-Encoding', 'send the body uncompressed.');
  const hasBody = encoding !== undefined || (length !== undefined && length !== '0');
  if (!hasBody && type === undefined) return;
  const media = (type ?? '').split(';')[0]?.trim().toLowerCase();
  if (media !== 'application/json' && (hasBody || media !== '')) {
    throw unsupported('Content-Type', 'send application/json.');
  }
  for (const [, charset = ''] of (type ?? '').matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi)) {
    if (!/^utf-?8$/i.test(charset)) throw unsupported('Content-Type', 'send JSON in UTF-8.');
  }
}

function unsupported(field: string, message: string): AppError {
  return new AppError('unsupported_media_type', `${field}: ${message}`, { details: { field }, retry: 'never' });
}

/** Headers that make a request ambiguous if sent twice, because parsers disagree on which one counts. */
export const identityHeaders: readonly string[] = ['authorization', 'host'];
export const bodyHeaders: readonly string[] = ['idempotency-key', 'content-type', 'content-length'];

/** @throws invalid_request naming a header that is sent more than once */
export function assertSentOnce(request: FastifyRequest, names: readonly string[]): void {
  const { rawHeaders, headers } = request.raw;
  // Fast path: as many names as headers, so none was sent twice.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return;
  const visited = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (!names.includes(name)) continue;
    if (visited.has(name)) {
      throw new AppError('invalid_request', `${name}: was sent more than once`, {
        details: { field: name },
        retry: 'never',
      });
    }
    visited.add(name);
  }
}
