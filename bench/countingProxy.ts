import { Agent, createServer, request } from 'node:http';

/** Requests that reached a vendor, counted as its own limits do. */
type VendorCounts = {
  requests: number;
  /** Maximum number of requests in progress at the same time. */
  atOnce: number;
};

export type CountingProxy = {
  url: string;
  of(vendor: string): VendorCounts;
  /** Returns the maximum number of requests in any 60 seconds whose path ends like this. */
  mostInAMinute(pathEnd: string): number;
  close(): Promise<void>;
};

/**
 * Starts a proxy in front of the simulator that acts as the network: every reply is delayed, and requests in progress
 * are counted by the first part of the path.
 */
export async function startCountingProxy(target: string, latencyMs: number): Promise<CountingProxy> {
  const agent = new Agent({ keepAlive: true });
  const counts = new Map<string, VendorCounts & { underWay: number }>();
  const times = new Map<string, number[]>();
  const countsOf = (vendor: string) => {
    const own = counts.get(vendor) ?? { requests: 0, atOnce: 0, underWay: 0 };
    counts.set(vendor, own);
    return own;
  };
  const server = createServer((received, response) => {
    const { pathname } = new URL(received.url ?? '/', target);
    const own = countsOf(pathname.split('/')[1] ?? '');
    own.requests += 1;
    own.underWay += 1;
    own.atOnce = Math.max(own.atOnce, own.underWay);
    response.once('close', () => {
      own.underWay -= 1;
    });
    const kind = pathname.split('/').at(-1) ?? '';
    times.set(kind, [...(times.get(kind) ?? []).slice(-1_000), Date.now()]);
    setTimeout(() => {
      const { method, headers, url } = received;
      const asked = request(`${target}${url}`, { method, headers, agent }, (answered) => {
        response.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(response);
      });
      // If the vendor drops the connection, this proxy does too.
      asked.on('error', () => response.destroy());
      received.pipe(asked);
    }, latencyMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    of: countsOf,
    mostInAMinute(pathEnd) {
      const at = times.get(pathEnd) ?? [];
      return Math.max(0, ...at.map((from, index) => at.slice(index).filter((time) => time - from < 60_000).length));
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
