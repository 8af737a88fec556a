import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiContext, countRefusedToken, countRegistration } from '../api/apiContext.ts';
import { assertTokenRequest, OAuthRefusal, readRegistration } from '../api/oauthApi.ts';
import { limitAddress } from '../domain/access/clientAddress.ts';
import { AppError } from '../domain/errors.ts';
import { assertJson, assertOwnHost, type Places } from './guards.ts';
import { refuseOtherMethods } from './rest.ts';

const formType = 'application/x-www-form-urlencoded';
const library = '/api/auth/oauth2';

/** Mounts the paths where programs exchange codes and refresh tokens, revoke tokens, and register themselves. */
export function mountPrograms(scope: FastifyInstance, api: ApiContext, places: Places, registers: boolean): void {
  for (const name of ['token', 'revoke']) {
    const path = `${library}/${name}`;
    scope.post(path, async (request, reply) => {
      assertOwnHost(request, places);
      const { body } = request;
      if (typeof body !== 'string') throw new AppError('unsupported_media_type', `Content-Type: send ${formType}.`);
      const response = await refusals(async () => {
        await assertTokenRequest(api, new URLSearchParams(body));
        return ask(api, places, path, { type: formType, body });
      });
      // Counted after the refusal, so that others' failures at the same address never block a valid token.
      if (response.status >= 400 && response.status < 500) await countRefusedToken(api, limitAddress(request.ip));
      return send(reply, response);
    });
    refuseOtherMethods(scope, path, ['POST']);
  }
  if (!registers) return;
  const register = `${library}/register`;
  scope.post(register, async (request: FastifyRequest, reply) => {
    assertOwnHost(request, places);
    assertJson(request);
    await countRegistration(api, limitAddress(request.ip));
    const response = await refusals(async () => {
      const body = JSON.stringify(readRegistration(request.body));
      return ask(api, places, register, { type: 'application/json', body });
    });
    return send(reply, response);
  });
  refuseOtherMethods(scope, register, ['POST']);
}

/** Calls the account library without any header of the program: public clients authenticate only in the body. */
function ask(
  api: ApiContext,
  places: Places,
  path: string,
  { type, body }: { type: string; body: string },
): Promise<Response> {
  const headers = { 'content-type': type };
  return api.accounts.handle(new Request(new URL(path, places.publicOrigin), { method: 'POST', headers, body }));
}

/** Runs the work, and returns our own refusals in OAuth's error format. */
async function refusals(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof OAuthRefusal) return Response.json(cause.body, { status: cause.status });
    if (!(cause instanceof AppError) || cause.code !== 'invalid_request') throw cause;
    return Response.json({ error: 'invalid_grant', error_description: cause.message }, { status: 400 });
  }
}

/** Sends a response unchanged: OAuth has its own error format, which its clients know. */
async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  if (response.status >= 500) throw new Error(`the account library answered ${response.status}`);
  const text = await response.text();
  return reply
    .code(response.status)
    .type('application/json')
    .send(text === '' ? '{}' : text);
}
