import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export type Received = { headers: IncomingHttpHeaders; body: string; path: string };

/** Reaction of a receiver to a message: a status, or a custom response. */
type Manner = (message: Received, response: ServerResponse) => number | null;

export type Receiver = {
  url: string;
  messages: Received[];
  /** Sets the next reaction; 204 to everything at first. */
  behave(manner: Manner): void;
  /** Waits until this many have arrived. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
};

/** Starts a receiver of webhooks on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const messages: Received[] = [];
  let manner: Manner = () => 204;
  let arrived: () => void = () => {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const message = { headers: request.headers, body: Buffer.concat(chunks).toString(), path: request.url ?? '' };
      messages.push(message);
      arrived();
      const status = manner(message, response);
      if (status === null) return;
      response.writeHead(status);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook?token=address-canary-31c9`,
    messages,
    behave: (next) => {
      manner = next;
    },
    async until(count) {
      const deadline = Date.now() + 25_000;
      while (messages.length < count) {
        const { promise, resolve } = Promise.withResolvers<void>();
        arrived = resolve;
        const timer = setTimeout(resolve, 1_000);
        await promise;
        clearTimeout(timer);
        if (Date.now() > deadline) throw new Error(`${messages.length} of ${count} messages arrived`);
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the event in a message, verified as by a receiver of Standard Webhooks, at the time of the test's clock. */
export function verified(secret: string, { headers, body }: Received, now: number): any {
  const webhook = new Webhook(secret);
  const id = String(headers['webhook-id']);
  const timestamp = Number(headers['webhook-timestamp']);
  // The package reads the machine's clock; here it only verifies signatures, and the age is checked separately.
  if (Math.abs(now / 1000 - timestamp) > 300) throw new Error('the timestamp is too far from now');
  const signed = webhook.sign(id, new Date(timestamp * 1000), body);
  const given = String(headers['webhook-signature']).split(' ');
  if (!given.includes(signed)) throw new Error('no signature matches');
  return JSON.parse(body);
}
