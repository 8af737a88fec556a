import { connect, createServer, type Socket } from 'node:net';

/** Forwards every byte between a port of loopback and another server, until it is silenced. */
export type TcpProxy = {
  port: number;
  /** `silent`: connections stay open and no data passes, as with a pulled cable. `open`: new ones work again. */
  set(state: 'open' | 'silent'): void;
  close(): Promise<void>;
};

export async function startTcpProxy(target: { host: string; port: number }, port = 0): Promise<TcpProxy> {
  let silent = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      let cut = silent;
      sockets.add(from);
      from.on('data', (chunk) => {
        // A cut connection stays cut, because a recovered network has forgotten its connections.
        cut ||= silent;
        if (!cut) to.write(chunk);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (!silent) to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    set: (state) => {
      silent = state === 'silent';
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
