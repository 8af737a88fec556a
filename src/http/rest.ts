import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ApiContext,
  admit,
  authenticateBearer,
  authenticateSession,
  type Caller,
  invoke,
  requestAllowance,
} from '../api/apiContext.ts';
import { decodeQuery } from '../api/decodeQuery.ts';
import { errorBody, v1ErrorBody } from '../api/errorBody.ts';
import { authorize } from '../api/invoke.ts';
import { jsonOf } from '../api/jsonOf.ts';
import type { Operation } from '../api/operation.ts';
import { basePathOf } from '../contract/routes.ts';
import type { Principal } from '../domain/access/principal.ts';
import type { RateLimitDecision } from '../domain/access/slidingWindow.ts';
import { AppError } from '../domain/errors.ts';
import { compressAnswer } from './compressAnswer.ts';
import {
  assertBytes,
  assertJson,
  assertOwnHost,
  assertSameOrigin,
  assertSentOnce,
  bodyHeaders,
  identityHeaders,
  type Places,
} from './guards.ts';
import { type ErrorForm, errorHandler, sendError } from './sendError.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal?: Principal;
    taken?: RateLimitDecision;
  }
  interface FastifyInstance {
    knownPaths: KnownPath[];
  }
}

type KnownPath = { url: string; parts: readonly string[]; allowed: readonly string[]; form: ErrorForm };

/** Methods that a known path refuses by name; others are unknown. */
const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'];

/**
 * Mounts registry entries under the base path of a version. v1 accepts keys; v2 keys and signed-in sessions. Checks run
 * in the order of the lines: identity, rate, permission, JSON. Only then is the body read, and `invoke` does everything
 * else.
 */
export function mountOperations(
  app: FastifyInstance,
  api: ApiContext,
  places: Places,
  version: 'v1' | 'v2',
  operations: readonly Operation[],
): void {
  const methodsOf = new Map<string, string[]>();
  for (const operation of operations) {
    const url = basePathOf[version] + operation.path.replace(/\{(\w+)\}/g, ':$1');
    methodsOf.set(url, [...(methodsOf.get(url) ?? []), operation.method]);
    app.route({
      method: operation.method,
      url,
      ...(version === 'v1' ? { errorHandler: errorHandler(api, v1ErrorBody) } : {}),
      // Compresses reads for the web app. Only writes return secrets.
      ...(version === 'v2' && operation.method === 'GET' ? { onSend: compressAnswer } : {}),
      onRequest: async (request, reply) => {
        assertSentOnce(request, identityHeaders);
        const caller: Caller =
          version === 'v1' || namesBearer(request)
            ? await authenticateBearer(api, request.headers.authorization, version)
            : { principal: await buildSession(api, places, request, operation), taken: null };
        const { principal } = caller;
        request.principal = principal;
        request.taken = await countRequest(api, caller, reply);
        assertNoCapability(principal);
        authorize(operation, principal);
        if (operation.takesBytes === true) assertBytes(request);
        else if (operation.method !== 'GET') assertJson(request);
        assertSentOnce(request, bodyHeaders);
      },
      handler: async (request, reply) => {
        const { principal, taken } = request;
        if (principal === undefined) throw new AppError('unauthorized', 'No principal.');
        const replied = await invoke(api, operation, principal, buildRawInput(operation, request), taken);
        reply.code(replied.status);
        if (replied.headers !== undefined) reply.headers({ ...replied.headers });
        if (replied.status === 204) return reply.send();
        return reply.type('application/json; charset=utf-8').send(jsonOf(replied.body as object));
      },
    });
  }
  for (const [url, methods] of methodsOf) refuseOtherMethods(app, url, methods);
}

/**
 * Returns true if the caller sends an Authorization header, which alone then decides: its cookie is ignored. Another
 * site cannot make a browser send that header here, so such a request needs no origin check.
 */
function namesBearer(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined;
}

/** Refuses a run's capability, which is only for MCP: here it is invalid even for its tool's operation. */
function assertNoCapability(principal: Principal): void {
  if (principal.kind !== 'capability') return;
  throw new AppError('insufficient_permission', 'A capability allows only one MCP tool.', {
    retry: 'never',
  });
}

/** Cookies are valid for v2 from this server's own pages, and never for v1. */
async function buildSession(
  api: ApiContext,
  places: Places,
  request: FastifyRequest,
  { audience }: Operation,
): Promise<Principal> {
  assertOwnHost(request, places);
  assertSameOrigin(request, places);
  return authenticateSession(api, request.headers.cookie, audience !== 'session');
}

/** Counts one request of the caller, and sets headers with the remaining limit. @throws rate_limited */
export async function countRequest(api: ApiContext, caller: Caller, reply: FastifyReply): Promise<RateLimitDecision> {
  const limit = requestAllowance(api, caller.principal);
  reply.header('ratelimit-policy', `"key";q=${limit};w=60`);
  try {
    const rateLimitDecision = await admit(api, caller);
    reply.header('ratelimit', `"key";r=${rateLimitDecision.remaining};t=${rateLimitDecision.resetSeconds}`);
    return rateLimitDecision;
  } catch (error) {
    if (error instanceof AppError && error.retryAfterSeconds !== undefined) {
      reply.header('ratelimit', `"key";r=0;t=${error.retryAfterSeconds}`);
    }
    throw error;
  }
}

function buildRawInput(operation: Operation, request: FastifyRequest) {
  const mark = request.url.indexOf('?');
  const headers: Record<string, unknown> = {};
  for (const name of Object.keys(operation.headers.shape)) headers[name] = request.headers[name.toLowerCase()];
  return {
    params: request.params,
    query: mark < 0 ? {} : decodeQuery(operation.query, new URLSearchParams(request.url.slice(mark + 1))),
    headers,
    body:
      operation.method === 'GET'
        ? undefined
        : operation.takesBytes === true
          ? { bytes: request.body ?? noBytes() }
          : request.body,
  };
}

/** Empty body for a request without one. */
async function* noBytes(): AsyncGenerator<Uint8Array> {}

/**
 * Answers a wrong method on a known path with 405 and the allowed ones, instead of 404. A route for each of these
 * methods would take 3 MB.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  methods: readonly string[],
  form: ErrorForm = errorBody,
): void {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  app.knownPaths.push({ url, parts: url.split('/'), allowed, form });
}

/** Mounts the check of `refuseOtherMethods`, before the body is read: nothing in such a request changes the response. */
export function mountMethods(app: FastifyInstance): void {
  const exact = new Map<string, KnownPath>();
  app.decorate('knownPaths', []);
  app.addHook('onReady', (next) => {
    for (const path of app.knownPaths) exact.set(path.url, path);
    next();
  });
  app.addHook('onRequest', (request, reply, next) => {
    const [pathname = ''] = request.url.split('?', 1);
    const pattern = request.routeOptions.url;
    const isElsewhere = pattern === undefined || pattern.endsWith('*');
    const path = exact.get(pathname) ?? (isElsewhere ? findPath(app.knownPaths, pathname) : undefined);
    if (path === undefined || path.allowed.includes(request.method) || !everyMethod.includes(request.method))
      return next();
    reply.header('Allow', path.allowed.join(', '));
    const message = `This path allows ${path.allowed.join(', ')} only.`;
    sendError(reply, new AppError('method_not_allowed', message, { retry: 'never' }), path.form);
  });
}

function findPath(paths: readonly KnownPath[], pathname: string): KnownPath | undefined {
  const parts = pathname.split('/');
  return paths.find(
    (path) =>
      path.parts.length === parts.length &&
      path.parts.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at])),
  );
}
