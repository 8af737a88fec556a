import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiContext, Unauthorized } from '../api/apiContext.ts';
import { errorBody } from '../api/errorBody.ts';
import { asAppError } from '../api/invoke.ts';
import { AppError } from '../domain/errors.ts';

/** Form of an error in a body; MCP and OAuth have their own. */
export type ErrorForm = (error: AppError) => Record<string, unknown>;

export function sendError(
  reply: FastifyReply,
  error: AppError,
  form: ErrorForm = errorBody,
  status = error.status,
): FastifyReply {
  if (error instanceof Unauthorized) reply.header('WWW-Authenticate', error.challenge);
  if (error.code === 'insufficient_permission' && error.details?.permission !== undefined) {
    const scope = String(error.details.permission);
    reply.header('WWW-Authenticate', `Bearer realm="sightline", error="insufficient_scope", scope="${scope}"`);
  }
  if (error.status === 429 || (error.status === 503 && error.retryAfterSeconds !== undefined)) {
    reply.header('Retry-After', String(error.retryAfterSeconds ?? 1));
  }
  return reply.code(status).send(form(error));
}

/** Converts a request's failure to its wire form. The framework's own errors get our codes. */
export function errorHandler(api: ApiContext, form: ErrorForm = errorBody) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (reply.sent) return;
    // A broken socket looks like a lost database connection, but the cause is that the client disconnected.
    if (brokeOff(request)) {
      sendError(reply, new AppError('invalid_request', 'The request ended before its body was complete.'), form);
      return;
    }
    const refused = ofFramework(error);
    if (refused === null) sendError(reply, translate(api, error, request), form);
    else sendError(reply, refused, form, error.statusCode);
  };
}

/** Returns true if the caller disconnected before sending the whole request: no operation has begun then. */
function brokeOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/**
 * Converts an error of the framework, such as an overlong address or an unacceptable body: the caller's mistake, with
 * the framework's own status. A status without its own code gets `invalid_request`.
 */
function ofFramework(error: FastifyError): AppError | null {
  const { statusCode = 500 } = error;
  if (error instanceof AppError || !error.code?.startsWith('FST_') || statusCode < 400 || statusCode > 499) return null;
  switch (statusCode) {
    case 404:
      return new AppError('not_found', 'This path does not exist.', { retry: 'never' });
    case 413:
      return new AppError('payload_too_large', 'The request body is larger than this path allows.', { retry: 'never' });
    case 415:
      return new AppError('unsupported_media_type', 'Content-Type: send application/json.', { retry: 'never' });
    default:
      return new AppError('invalid_request', 'The request could not be read.', { retry: 'never' });
  }
}

function translate(api: ApiContext, error: FastifyError, request: FastifyRequest): AppError {
  const id = `${request.method} ${request.routeOptions.url ?? request.url.split('?')[0]}`;
  return asAppError(api, { id }, error);
}
