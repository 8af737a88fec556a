import type { FastifyInstance } from 'fastify';

/** Time to receive headers, a whole body of JSON, or any part of a body of bytes. Milliseconds. */
export const receiveMs = 30_000;
/** Time to receive a whole request: a file of 2 GiB over a line of 5 Mbit/s. Milliseconds. */
export const uploadMs = 3_600_000;

/**
 * Ends requests whose body arrives too slowly, with 408. The limit of Node.js is one for all requests, and a file of
 * logs takes minutes: a body of bytes may take as long as it makes progress.
 */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, next) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding, 'content-type': type = '' } = raw.headers;
    if (length === '0' && coding === undefined) return next();
    let received = raw.socket.bytesRead;
    const check = setInterval(() => {
      const before = received;
      received = raw.socket.bytesRead;
      if (type.startsWith('application/octet-stream') && received > before) return;
      clearInterval(check);
      const error = Object.assign(new Error('The body arrived too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      app.server.emit('clientError', error, raw.socket);
    }, receiveMs).unref();
    raw.once('end', () => clearInterval(check)).once('close', () => clearInterval(check));
    next();
  });
}
