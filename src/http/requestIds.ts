import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const idBytes = 12;
const idsAtOnce = 256;

/**
 * Creates request ids, `req_` and 24 hex digits. Random bytes are drawn for many at once, because one draw costs more
 * than an id.
 */
export function requestIds(): () => string {
  let pool = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at >= pool.length) {
      pool = randomBytes(idBytes * idsAtOnce);
      at = 0;
    }
    at += idBytes;
    return `req_${pool.toString('hex', at - idBytes, at)}`;
  };
}

const current = new AsyncLocalStorage<string>();

/** Returns the id of the request in whose context this runs; undefined for the server's own work. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}

/**
 * Makes the request id available to everything a request starts. Repeated after reading a body, which leaves the first
 * hook's context.
 */
export function followRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => current.run(request.id, next));
  app.addHook('preValidation', (request, _reply, resolve) => {
    if (current.getStore() === request.id) resolve();
    else current.run(request.id, resolve);
  });
}

/** Runs work outside the request's context, such as worker tasks that a request started early. */
export function outsideRequest(work: () => void): void {
  current.exit(work);
}
