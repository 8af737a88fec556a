import type { FastifyInstance } from 'fastify';

/**
 * Lets the requests that arrive in one turn of the event loop begin together, after the last of them. What they then ask
 * for at the same point of their way is asked once for all: the key they share, the row of their minute, the run they poll.
 */
export function beginTogether(app: FastifyInstance): void {
  let waiting: (() => void)[] = [];
  app.addHook('onRequest', (_request, _reply, done) => {
    if (waiting.push(done) > 1) return;
    setImmediate(() => {
      const arrived = waiting;
      waiting = [];
      for (const begin of arrived) begin();
    });
  });
}
