import { Resolver } from 'node:dns/promises';
import type { VendorReader, VendorReply, VendorRequest } from '../../ports/vendorReader.ts';
import { createAddressGuard, loopbackRanges } from '../capture/addressGuard.ts';
import { retryAfterSeconds } from '../providerRetryAfter.ts';

export type VendorReaderOptions = {
  allowPrivateTargets: boolean;
  /** Replaces a vendor's address, in tests. */
  place?: (url: string) => string;
  resolve?: (hostname: string) => Promise<readonly string[]>;
};

const failed = (reason: string): VendorReply => ({ kind: 'failed', reason });
const noRecord = new Set(['ENOTFOUND', 'ENODATA']);

export function createVendorReader(options: VendorReaderOptions): VendorReader {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const orEmpty = async (look: Promise<string[]>): Promise<string[]> => {
    try {
      return await look;
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && noRecord.has(String(cause.code))) return [];
      throw cause;
    }
  };
  return {
    ask: (request) => ask(request, options),
    namesOf: (address) => orEmpty(resolver.reverse(address)),
    async addressesOf(name) {
      const addresses = await Promise.all([orEmpty(resolver.resolve4(name)), orEmpty(resolver.resolve6(name))]);
      return addresses.flat();
    },
  };
}

/** Sends a request over a connection of its own to an address that the guard has checked. */
async function ask(
  { method, url: address, headers, body, maxBytes, timeoutMs }: VendorRequest,
  { allowPrivateTargets, place, resolve }: VendorReaderOptions,
): Promise<VendorReply> {
  const url = URL.parse(place?.(address) ?? address);
  if (url === null) return failed('The address cannot be read.');
  const [{ Client }, { pinnedConnector }] = await Promise.all([
    import('undici'),
    import('../capture/pinnedConnector.ts'),
  ]);
  const guard = createAddressGuard({
    ports: [443],
    ...(allowPrivateTargets ? { allow: loopbackRanges } : {}),
    ...(resolve === undefined ? {} : { resolve }),
  });
  const verdict = await guard.check(url);
  if (verdict.kind === 'blocked') return failed(`The host cannot be read: ${verdict.message}.`);
  const client = new Client(url.origin, {
    connect: pinnedConnector(verdict.addresses, { connectTimeoutMs: timeoutMs }, guard, () => {}),
    allowH2: false,
    pipelining: 0,
  });
  try {
    const response = await client.request({
      path: `${url.pathname}${url.search}`,
      method,
      headers: { 'user-agent': 'sightline', ...headers },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > maxBytes) return failed(`The reply is longer than ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
    const headerOf = (name: string): string | null => [response.headers[name.toLowerCase()] ?? []].flat()[0] ?? null;
    return {
      kind: 'answered',
      status: response.statusCode,
      type: headerOf('content-type') ?? '',
      text: Buffer.concat(chunks).toString('utf8'),
      retryAfterSeconds: retryAfterSeconds(headerOf, Date.now()),
    };
  } catch {
    return failed('The vendor did not answer completely in time.');
  } finally {
    await client.destroy().catch(() => {});
  }
}
