import type { FastifyInstance, FastifyReply } from 'fastify';
import { type ApiContext, countSecretAttempt, countSharedOpening, openShareLink } from '../api/apiContext.ts';
import { limitAddress } from '../domain/access/clientAddress.ts';
import { AppError } from '../domain/errors.ts';
import { compressAnswer } from './compressAnswer.ts';
import { assertOwnHost, type Places } from './guards.ts';
import { refuseOtherMethods } from './rest.ts';

/** The page may only display itself: no script, form, request or frame, not even as its own origin. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/**
 * Mounts frozen reports for holders of their links. No cookie is read or set: the link gives access to one file only,
 * also for signed-in accounts. Openings count by address, wrong secrets more than valid ones.
 */
export function mountShared(app: FastifyInstance, api: ApiContext, places: Places): void {
  const path = '/shared/:secret';
  app.get(path, { onSend: compressAnswer }, async (request, reply) => {
    assertOwnHost(request, places);
    reply.headers({ 'Content-Security-Policy': policy, 'X-Robots-Tag': 'noindex, nofollow, noarchive' });
    const address = limitAddress(request.ip);
    try {
      await countSharedOpening(api, address);
      const { html } = await openShareLink(api, (request.params as { secret: string }).secret);
      return reply.type('text/html; charset=utf-8').send(html);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code !== 'not_found') return report(reply, error);
      return report(reply, await countSecretAttempt(api, 'share', address).then(() => error, asAppError));
    }
  });
  refuseOtherMethods(app, path, ['GET']);
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

/** Shows an error on a page, because people open links. */
function report(reply: FastifyReply, { status, message, retryAfterSeconds }: AppError): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', String(retryAfterSeconds));
  const title = status === 429 ? 'Too many requests' : 'Report not available';
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}</style></head><body><main><h1>${title}</h1><p>${message}</p></main></body></html>\n`,
    );
}
