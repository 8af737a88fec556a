import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Door, Unauthorized } from '../api/door.ts';
import { errorBody } from '../api/errorBody.ts';
import { asAppError } from '../api/invoke.ts';
import { AppError } from '../domain/errors.ts';

/** How an error is written into a body; doors other than REST have forms of their own. */
export type ErrorForm = (error: AppError) => Record<string, unknown>;

export function sendError(reply: FastifyReply, error: AppError, form: ErrorForm = errorBody): FastifyReply {
  if (error instanceof Unauthorized) reply.header('WWW-Authenticate', error.challenge);
  if (error.code === 'insufficient_permission' && error.details?.permission !== undefined) {
    const scope = String(error.details.permission);
    reply.header('WWW-Authenticate', `Bearer realm="sightline", error="insufficient_scope", scope="${scope}"`);
  }
  if (error.status === 429 || (error.status === 503 && error.retryAfterSeconds !== undefined)) {
    reply.header('Retry-After', String(error.retryAfterSeconds ?? 1));
  }
  return reply.code(error.status).send(form(error));
}

/** Turns what a request died of into its wire form. The framework's own refusals get our codes. */
export function errorHandler(door: Door, form: ErrorForm = errorBody) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (reply.sent) return;
    sendError(reply, translate(door, error, request), form);
  };
}

function translate(door: Door, error: FastifyError, request: FastifyRequest): AppError {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('payload_too_large', 'The request body is larger than 64 KiB.', { retry: 'never' });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', 'Content-Type: send application/json.', { retry: 'never' });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new AppError('invalid_request', 'The request could not be read.', { retry: 'never' });
    default:
      return asAppError(
        door,
        { id: `${request.method} ${request.routeOptions.url ?? request.url.split('?')[0]}` },
        error,
      );
  }
}
