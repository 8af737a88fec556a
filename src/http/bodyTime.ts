import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for uploads of any length, which are read as they arrive. */
    takesBytes?: boolean;
  }
}

export type BodyTimes = {
  /** Time for a whole body. Milliseconds. */
  wholeMs: number;
  /** Time in which an upload has to send at least something. Milliseconds. */
  uploadPieceMs: number;
};

/**
 * Refuses bodies that arrive too slowly with 408. The server's own limit would also end an upload of an hour that
 * arrives steadily.
 */
export function limitBodyTime(app: FastifyInstance, { wholeMs, uploadPieceMs }: BodyTimes): void {
  app.addHook('onRequest', ({ headers, raw, routeOptions }, _reply, next) => {
    next();
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const isUpload = routeOptions.config.takesBytes === true;
    let received = raw.socket.bytesRead;
    const timer = setInterval(
      () => {
        const isMoving = isUpload && raw.socket.bytesRead > received;
        received = raw.socket.bytesRead;
        if (isMoving || raw.complete) return;
        clearInterval(timer);
        const error = Object.assign(new Error('the body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        app.server.emit('clientError', error, raw.socket);
      },
      isUpload ? uploadPieceMs : wholeMs,
    ).unref();
    raw.once('close', () => clearInterval(timer));
  });
}
