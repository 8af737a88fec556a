import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Time for a client to receive a complete response once the server stops. Milliseconds. */
const slowClientMs = 2_000;
const pollEveryMs = 100;

type Exchange = { request: IncomingMessage; response: ServerResponse; answeredAt: number | null };

/**
 * Closes connections when the server stops. Connections without a complete request (idle ones, and partial requests,
 * however slowly they arrive) end immediately; the others get their responses, and are cut if the client does not read
 * them. The HTTP server itself would wait for all of them forever.
 */
export function drainConnections(app: FastifyInstance): void {
  const open = new Map<Socket, Exchange | null>();
  let closing = false;
  app.server.on('connection', (socket: Socket) => {
    if (closing) return socket.destroy();
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (!open.has(socket)) return;
    open.set(socket, { request, response, answeredAt: null });
    if (closing) response.once('close', () => endAfter(socket, response));
  });
  // An idle connection keeps no state of its last request.
  app.addHook('onResponse', ({ raw: { socket } }, { raw: response }, next) => {
    if (open.get(socket)?.response === response) open.set(socket, null);
    next();
  });

  function endAfter(socket: Socket, response: ServerResponse): void {
    const { response: latest = response } = open.get(socket) ?? {};
    if (latest === response) socket.destroySoon();
  }

  function look(): void {
    const now = performance.now();
    for (const [socket, exchange] of open) {
      if (exchange === null || !exchange.request.complete) socket.destroy();
      else if (exchange.response.writableEnded) {
        exchange.answeredAt ??= now;
        if (now - exchange.answeredAt > slowClientMs) socket.destroy();
      }
    }
  }

  // Runs before the hooks of other modules, which wait for work in progress: slow connections must not delay them.
  app.addHook('preClose', async () => {
    closing = true;
    for (const [socket, exchange] of open) {
      exchange?.response.once('close', () => endAfter(socket, exchange.response));
    }
    look();
    const timer = setInterval(look, pollEveryMs);
    app.server.once('close', () => clearInterval(timer));
  });
}
