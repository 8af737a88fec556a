import { createAddressGuard } from '../capture/addressGuard.ts';
import type { FetchClientDocument } from './oauthServer.ts';

const limits = {
  maxBodyBytes: 16_384,
  maxHeaderBytes: 16_384,
  connectTimeoutMs: 3_000,
  idleTimeoutMs: 3_000,
  totalTimeoutMs: 5_000,
};

/** Bodies are passed on decompressed and complete, so these headers would be wrong. */
const wireHeaders = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection']);

/**
 * Fetches a document that a stranger names, through the same guard as page captures: only public addresses, resolved
 * once and pinned, https, no redirect, with limits on size and time. @throws TypeError, like `fetch`
 */
export const fetchClientDocument: FetchClientDocument = async (input, init) => {
  const request = new Request(input, init);
  if (!request.url.startsWith('https://')) throw new TypeError('a client document needs an https address');
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  const headers = [...request.headers.entries()];
  const context = { guard: createAddressGuard({ ports: [443] }), limits, monotonic: () => performance.now() };
  // Loaded on first use: most servers never need it, and its HTTP client is large.
  const { exchange } = await import('../capture/exchange.ts');
  const { hop, body, truncated } = await exchange({ url: request.url, method, headers }, context);
  if (hop.outcome.kind !== 'response') throw new TypeError('the client document could not be fetched');
  if (truncated) throw new TypeError('the client document is too long');
  const { status, headers: headerList } = hop.outcome;
  const keptItems = headerList.filter(([name]) => !wireHeaders.has(name.toLowerCase()));
  const empty = body === null || [204, 205, 304].includes(status);
  return new Response(empty ? null : new Uint8Array(body), {
    status,
    headers: keptItems.map(([name, value]) => [name, value]),
  });
};
