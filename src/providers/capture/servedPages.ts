import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import type { GuardOptions } from './addressGuard.ts';
import { type Exchange, exchange } from './exchange.ts';

/** A page that this program serves itself; null: an address of the network. */
export type ServePage = (url: string) => { status: number; type: string; body: string } | null;

/** Address in a range reserved for documentation: nothing is ever sent to it. */
const address = '203.0.113.10';

/** Answers requests for pages that this program serves itself, and sends the others. */
export function exchangeWith(serve: ServePage): { exchange: Exchange; guard: GuardOptions } {
  return {
    guard: {
      allow: [address],
      resolve: async (host) => {
        if (serve(`https://${host}/`) !== null) return [address];
        return (await lookup(host, { all: true, verbatim: true })).map((entry) => entry.address);
      },
    },
    exchange: async (request, context) => {
      const page = serve(request.url);
      if (page === null) return exchange(request, context);
      const body = request.method === 'HEAD' ? null : Buffer.from(page.body);
      const headers = [['content-type', page.type]] as const;
      return {
        hop: {
          ...{ url: request.url, method: request.method, remoteAddress: null },
          outcome: { kind: 'response', status: page.status, headers },
        },
        redirectTo: null,
        body,
        sha256: body === null ? null : createHash('sha256').update(body).digest('hex'),
        decodedBytes: body?.length ?? 0,
        truncated: false,
        ...{ ttfbMs: 80, totalMs: 120, tls: null },
      };
    },
  };
}
