import { maxHeaderSize } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type ApiContext, receiveDrain, receiveWebhook } from '../api/apiContext.ts';
import { openApiDocument } from '../api/openapi.ts';
import { v1Operations, v2Operations } from '../api/registry.ts';
import { basePathOf } from '../contract/routes.ts';
import type { TrustProxy } from '../domain/access/clientAddress.ts';
import { AppError, invalidField } from '../domain/errors.ts';
import { mountAccounts } from './accountRoutes.ts';
import { type Admission, mountAdmission } from './admission.ts';
import { compressAnswer } from './compressAnswer.ts';
import { drainConnections } from './drainConnections.ts';
import { bodyLimit, type Places } from './guards.ts';
import { readJsonBodies } from './jsonBodies.ts';
import { limitBodies, receiveMs, uploadMs } from './limitBodies.ts';
import { mountOAuth } from './oauthRoutes.ts';
import { mountOperator, mountWatch, type Operator } from './operatorRoutes.ts';
import { followRequests, requestIds } from './requestIds.ts';
import { mountMethods, mountOperations, refuseOtherMethods } from './rest.ts';
import { securityHeaders } from './securityHeaders.ts';
import { errorHandler, sendError } from './sendError.ts';
import { mountShared } from './sharedRoutes.ts';
import { refuseExpectations, refuseUnreadable } from './unreadableRequest.ts';

/** Maximum bytes of one delivery. Vendors send small batches. */
const maxDeliveryBytes = 8 * 1024 * 1024;

/**
 * Mounts the address to which vendors send logs. A body of any type is accepted unparsed, because its bytes are signed.
 */
async function mountLogDrains(app: FastifyInstance, api: ApiContext): Promise<void> {
  const path = '/api/log-drains/:id';
  await app.register(async (drains) => {
    drains.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: maxDeliveryBytes } as const;
    drains.addContentTypeParser('*', options, (_request, body, parsed) => parsed(null, body));
    drains.post(path, { bodyLimit: maxDeliveryBytes }, async (request, reply) => {
      const { verify, linesToday } = await receiveDrain(api, {
        sourceId: (request.params as { id: string }).id,
        headers: request.headers,
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      });
      if (verify !== null) reply.header('x-vercel-verify', verify);
      return reply.code(200).send({ linesToday });
    });
  });
  refuseOtherMethods(app, path, ['POST']);
}

export type HttpOptions = {
  api: ApiContext;
  places: Places;
  trustProxy: TrustProxy;
  operator: Operator;
  admission: Admission;
  /** True if programs may register themselves. */
  oauthRegistration: boolean;
  /** Mounts routes of other modules (MCP, the web app), for the composition root. */
  extend(app: FastifyInstance): Promise<void>;
};

/** Creates the HTTP server. Hooks and routes are in the order in which a request passes them. */
export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const { api, places } = options;
  const newId = requestIds();
  const sentAlways = { ...securityHeaders(places.publicOrigin), 'cache-control': 'private, no-store' };
  const app = Fastify({
    bodyLimit,
    trustProxy: options.trustProxy,
    // Limits only the receipt: the response may wait for a provider.
    requestTimeout: uploadMs,
    connectionTimeout: 0,
    genReqId: newId,
    logger: false,
    forceCloseConnections: 'idle',
    // The router accepts every segment that fits a request, so that the schemas report overlong ids by name.
    routerOptions: { maxParamLength: maxHeaderSize },
    // A missing Host is refused below instead, in our own error shape.
    http: { requireHostHeader: false, headersTimeout: receiveMs },
    clientErrorHandler: refuseUnreadable(newId, (refused) => api.log.info(refused, 'could not read a request')),
    // Addresses that the router itself cannot parse reach no hook or error handler.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).headers(sentAlways);
      errorHandler(api)(error, request, reply);
    },
  });
  app.setErrorHandler(errorHandler(api));
  app.setNotFoundHandler((_request, reply) =>
    sendError(reply, new AppError('not_found', 'This path does not exist.', { retry: 'never' })),
  );
  // All hooks use callbacks instead of promises, because they run in every request.
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    // By default no response is cached; the few that may be set it themselves.
    reply.headers(sentAlways);
    next(request.headers.host === undefined ? invalidField('Host', 'is required') : undefined);
  });
  app.addHook('onResponse', (request, reply, resolve) => {
    options.operator.observe(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime);
    resolve();
  });
  mountAdmission(app, options.admission);
  followRequests(app);
  drainConnections(app);
  refuseExpectations(app.server, newId);
  limitBodies(app);
  readJsonBodies(app);
  mountMethods(app);

  mountOperations(app, api, places, 'v1', v1Operations);
  mountOperations(app, api, places, 'v2', v2Operations);
  mountAccounts(app, api, places);
  mountShared(app, api, places);
  await mountLogDrains(app, api);
  await mountOAuth(app, api, places, options.oauthRegistration);
  mountOperator(app, options.operator, places);
  mountWatch(app, options.operator);
  mountDescription(app, api, places);
  mountWebhook(app, api);
  await options.extend(app);
  return app;
}

function mountDescription(app: FastifyInstance, api: ApiContext, places: Places): void {
  const paths = { v1: '/api/openapi.json', v2: `${basePathOf.v2}/openapi.json` } as const;
  for (const version of ['v1', 'v2'] as const) {
    // Created on the first request, to keep the start fast.
    let text: string | null = null;
    app.get(paths[version], { onSend: compressAnswer }, async (_request, reply) => {
      const here = {
        serverUrl: `${places.publicOrigin}${basePathOf[version]}`,
        platform: api.engines.declared.platform,
      };
      text ??= JSON.stringify(openApiDocument(version, here));
      return reply.header('Cache-Control', 'public, max-age=300').type('application/json').send(text);
    });
  }
}

/**
 * Mounts webhooks of engine providers: signed POSTs, and GETs whose path ends in a secret. The response for an engine
 * that is off, or for an unproven notice, is only 401.
 */
function mountWebhook(app: FastifyInstance, api: ApiContext): void {
  const receive = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { engine = '', secret = null } = request.params as { engine?: string; secret?: string };
    const received = {
      rawBody: String(request.body ?? ''),
      headers: request.headers as Record<string, string | undefined>,
      query: new URL(request.url, 'http://notice').searchParams,
      secret,
    };
    if (!(await receiveWebhook(api, engine, received))) {
      throw new AppError('unauthorized', 'This delivery is not proven to be the provider’s.', { retry: 'never' });
    }
    return reply.code(200).send({ received: true });
  };
  const [signed, secret] = ['/api/webhooks/:engine', '/api/webhooks/:engine/:secret'];
  app.post(signed, { config: { rawBody: true } }, receive);
  app.get(secret, receive);
  refuseOtherMethods(app, signed, ['POST']);
  refuseOtherMethods(app, secret, ['GET']);
}
