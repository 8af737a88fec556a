import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const idBytes = 12;
const idsAtOnce = 256;

/** Makes request ids, `req_` and 24 hex digits. Random bytes are fetched for many at once: one fetch costs more than an id. */
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

/** Id of the request on whose behalf this runs; undefined for work of the server's own. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}

/** Lets whatever a request sets in motion know its id. Again after a body, as reading it leaves what the first hook has begun. */
export function followRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => current.run(request.id, next));
  app.addHook('preValidation', (request, _reply, resolve) => {
    if (current.getStore() === request.id) resolve();
    else current.run(request.id, resolve);
  });
}

/** Runs work outside of the request's context: what the worker does because a request woke it. */
export function apartFromRequest(work: () => void): void {
  current.exit(work);
}
