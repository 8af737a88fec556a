import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiContext, authenticateSession, countBeginning, countSecretAttempt } from '../api/apiContext.ts';
import {
  allowAddingPasskey,
  allowRemovingPasskey,
  assertPasskeys,
  readAddedPasskey,
  readPasskeySignIn,
  recordPasskey,
} from '../api/passkeyApi.ts';
import { limitAddress } from '../domain/access/clientAddress.ts';
import { AppError } from '../domain/errors.ts';
import { authRequest, forwardReply, passCookies } from './authLibrary.ts';
import type { Places } from './guards.ts';
import { refuseOtherMethods } from './rest.ts';

type Guard = (request: FastifyRequest) => Promise<void>;

const library = '/api/auth/passkey';

/**
 * Mounts passkeys: adding and removing them inside a session, and signing in. Each response is bound to a single-use
 * challenge.
 */
export function mountPasskeys(app: FastifyInstance, api: ApiContext, places: Places, guard: Guard): void {
  const post = (
    name: string,
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ): void => {
    const url = `/api/auth/passkeys/${name}`;
    app.post(url, { onRequest: guard }, (request, reply) => {
      assertPasskeys(api);
      return answer(request, reply);
    });
    refuseOtherMethods(app, url, ['POST']);
  };
  const ask = (request: FastifyRequest, path: string, body?: object): Promise<Response> =>
    api.accounts.handle(authRequest(places, request, `${library}/${path}`, body));

  app.get('/api/auth/passkeys', { onRequest: guard }, async (request) => {
    const session = await authenticateSession(api, request.headers.cookie);
    return { items: (await api.accounts.passkeys?.list(session.accountId)) ?? [] };
  });
  refuseOtherMethods(app, '/api/auth/passkeys', ['GET']);

  post('begin-adding', async (request, reply) => {
    const session = await authenticateSession(api, request.headers.cookie);
    await allowAddingPasskey(api, session, request.body ?? {});
    return forwardReply(await ask(request, 'generate-register-options'), reply);
  });

  post('add', async (request, reply) => {
    const session = await authenticateSession(api, request.headers.cookie);
    const { name, response } = readAddedPasskey(request.body ?? {});
    const answer = await ask(request, 'verify-registration', { name, response });
    if (answer.status === 400) return forwardReply(answer, reply);
    if (!answer.ok) throw refusal('invalid_request', 'The passkey was not added. Try again.');
    await recordPasskey(api, session, 'addPasskey', name);
    passCookies(answer, reply);
    return reply.code(201).send({ added: true });
  });

  post('remove', async (request, reply) => {
    const session = await authenticateSession(api, request.headers.cookie);
    const { id, name } = await allowRemovingPasskey(api, session, request.body ?? {});
    const response = await ask(request, 'delete-passkey', { id });
    if (response.ok) await recordPasskey(api, session, 'removePasskey', name);
    return forwardReply(response, reply);
  });

  post('begin-sign-in', async (request, reply) => {
    // Each creates a challenge that lasts for some minutes.
    await countBeginning(api, limitAddress(request.ip));
    // A signed-in person may sign in to another account here, so the open session is not checked.
    const query = authRequest(places, request, `${library}/generate-authenticate-options`, undefined);
    query.headers.delete('cookie');
    const answeredResponse = await api.accounts.handle(query);
    if (!answeredResponse.ok) return forwardReply(answeredResponse, reply);
    passCookies(answeredResponse, reply);
    return reply.send({ ...((await answeredResponse.json()) as object), userVerification: 'required' });
  });

  post('sign-in', async (request, reply) => {
    const body = readPasskeySignIn(request.body ?? {});
    const answeredValue = await ask(request, 'verify-authentication', body);
    if (!answeredValue.ok) {
      // Counted after a failure, so that others' failures never block a valid passkey.
      await countSecretAttempt(api, 'passkey', limitAddress(request.ip));
      throw refusal('unauthorized', 'This passkey belongs to no account here, or the sign-in timed out.');
    }
    passCookies(answeredValue, reply);
    const { user } = (await answeredValue.json()) as { user: { email: string } };
    return reply.header('set-cookie', api.accounts.rememberDevice(user.email)).send({ email: user.email });
  });
}

/** The library reports unreadable input as its own failure; to a caller it is an invalid passkey. */
function refusal(code: 'invalid_request' | 'unauthorized', message: string): AppError {
  return new AppError(code, message, { details: { field: 'response' }, retry: 'never' });
}
