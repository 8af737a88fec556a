import type { FastifyInstance } from 'fastify';

/** More in one turn would let work that takes several turns wait long for each, and hide from the admission what waits. */
const maxTogether = 10;

/**
 * Lets the requests that arrive in one turn of the event loop begin together, after the last of them. What they then ask
 * for at the same point of their way is asked once for all: the key they share, the row of their minute, the run they poll.
 */
export function beginTogether(app: FastifyInstance): void {
  const waiting: (() => void)[] = [];
  function begin(): void {
    const first = waiting.splice(0, maxTogether);
    if (waiting.length > 0) setImmediate(begin);
    for (const go of first) go();
  }
  app.addHook('onRequest', (_request, _reply, next) => {
    if (waiting.push(next) === 1) setImmediate(begin);
  });
}
