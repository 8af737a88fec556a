import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Listening = { url: string; port: number; close(): Promise<void> };

/** Starts a server on a free loopback port that answers every request with this. */
export async function listen(answer: RequestListener): Promise<Listening> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, port, close };
}

/** Starts one that closes when the test ends; returns its address. */
export async function listenForTest(answer: RequestListener): Promise<string> {
  const { url, close } = await listen(answer);
  onTestFinished(close);
  return url;
}
