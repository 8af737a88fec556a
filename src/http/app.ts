import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { type Door, receiveWebhook } from '../api/door.ts';
import { errorBody } from '../api/errorBody.ts';
import { openApiDocument } from '../api/openapi.ts';
import { registry, v1Operations } from '../api/registry.ts';
import { AppError, invalidField } from '../domain/errors.ts';
import { mountAccounts } from './accountRoutes.ts';
import { compressAnswer } from './compressAnswer.ts';
import { errorHandler, sendError } from './errors.ts';
import { bodyLimit, type Places } from './guards.ts';
import { mountOperator, type Operator } from './operatorRoutes.ts';
import { requestIds } from './requestIds.ts';
import { mountOperations } from './rest.ts';
import { securityHeaders } from './securityHeaders.ts';

export type HttpOptions = {
  door: Door;
  places: Places;
  trustProxy: false | string | ((address: string, hop: number) => boolean);
  operator: Operator;
  /** Doors of other rooms (MCP, the web app), mounted by the composition root. */
  extend(app: FastifyInstance): Promise<void>;
};

/** The HTTP server: every middleware and every door, in the order in which a request meets them. */
export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const { door, places } = options;
  const app = Fastify({
    bodyLimit,
    trustProxy: options.trustProxy,
    // Time to receive a whole request. It does not bound the answer, which may wait for a provider.
    requestTimeout: 30_000,
    connectionTimeout: 0,
    genReqId: requestIds(),
    logger: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    // A missing Host is refused below instead, in our own shape of error.
    http: { requireHostHeader: false },
    clientErrorHandler: refuseUnreadable,
    // Addresses that the router itself cannot read reach no hook and no error handler.
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id).header('Cache-Control', 'private, no-store');
      errorHandler(door)(error, request, reply);
    },
  });
  app.setErrorHandler(errorHandler(door));
  app.setNotFoundHandler((_request, reply) =>
    sendError(reply, new AppError('not_found', 'There is nothing at this path.', { retry: 'never' })),
  );
  const sentAlways = securityHeaders(places.publicOrigin);
  // Both call back instead of answering with a promise: they stand in the way of every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    reply.headers(sentAlways);
    if (request.url.startsWith('/api')) reply.header('Cache-Control', 'private, no-store');
    done(request.headers.host === undefined ? invalidField('Host', 'is required') : undefined);
  });
  app.addHook('onResponse', (request, reply, done) => {
    options.operator.observe(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime);
    done();
  });
  endSilentConnections(app);
  readJsonBodies(app);

  mountOperations(app, door, places, '/api/v1', 'v1', v1Operations);
  mountOperations(app, door, places, '/api/workspace', 'workspace', registry);
  mountAccounts(app, door, places);
  mountOperator(app, options.operator);
  mountDescription(app, places);
  mountWebhook(app, door);
  await options.extend(app);
  return app;
}

/**
 * A connection on which nothing was ever asked counts as busy, and would hold up a stop until its time-out: clients open
 * such spares. Nothing can be lost by ending it.
 */
function endSilentConnections(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket: Socket) => {
    if (closing) return socket.destroy();
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', (request) => silent.delete(request.socket));
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of silent) socket.destroy();
  });
}

/** Only JSON is read, and an empty body is an absent one. */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (request.routeOptions.config.rawBody === true) return done(null, text);
    if (text.trim() === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text));
    } catch {
      done(new AppError('invalid_request', 'body: is not valid JSON', { details: { field: 'body' }, retry: 'never' }));
    }
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rawBody?: boolean;
  }
}

function mountDescription(app: FastifyInstance, places: Places): void {
  // Made by the first reader: a start does not wait for it.
  let text: string | null = null;
  app.get('/api/openapi.json', { onSend: compressAnswer }, async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(`${places.publicOrigin}/api/v1`));
    return reply.header('Cache-Control', 'public, max-age=300').type('application/json').send(text);
  });
}

/** The provider's notices. A wrong signature learns nothing but 401. */
function mountWebhook(app: FastifyInstance, door: Door): void {
  app.post('/api/webhooks/openai', { config: { rawBody: true } }, async (request, reply) => {
    const headers = request.headers as Record<string, string | undefined>;
    if (!(await receiveWebhook(door, String(request.body ?? ''), headers))) {
      throw new AppError('unauthorized', 'The signature of this delivery does not hold.', { retry: 'never' });
    }
    return reply.code(200).send({ received: true });
  });
}

/** Requests that the parser itself refuses never reach a route; they get the same shape of error. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, text] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout']
        : [400, 'Bad Request'];
  const body = JSON.stringify(errorBody(new AppError('invalid_request', `The request could not be read: ${text}.`)));
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: private, no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}
