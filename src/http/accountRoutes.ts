import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ApiContext,
  assertPasswordChoice,
  authenticateSession,
  countPasswordAttempt,
  countSecretAttempt,
  countSignInAttempt,
  endStartedSignIns,
  readSetup,
  setUp,
} from '../api/apiContext.ts';
import { type LibraryCall, libraryCalls, readLibraryCall } from '../api/libraryCalls.ts';
import { assertKnownClient } from '../api/oauthApi.ts';
import { limitAddress } from '../domain/access/clientAddress.ts';
import { AppError } from '../domain/errors.ts';
import { type AnswerShape, askToSignIn, authRequest, forwardReply, signInAgain } from './authLibrary.ts';
import { assertJson, assertOwnHost, assertSameOrigin, type Places } from './guards.ts';
import { mountLinks } from './linkRoutes.ts';
import { mountOidc } from './oidcRoutes.ts';
import { mountPasskeys } from './passkeyRoutes.ts';
import { refuseOtherMethods } from './rest.ts';

const library = '/api/auth';

/**
 * Mounts setup, sign-in and sign-out, and links for joining and for forgotten passwords, for a browser of the same
 * origin.
 */
export function mountAccounts(app: FastifyInstance, api: ApiContext, places: Places): void {
  const guard = async (request: FastifyRequest): Promise<void> => {
    assertOwnHost(request, places);
    assertSameOrigin(request, places);
    if (request.method === 'POST') assertJson(request);
  };

  app.post('/api/setup', { onRequest: guard }, async (request, reply) => {
    // Counted by address, so that a stranger's wrong tokens cannot lock out the owner.
    const refund = await countSecretAttempt(api, 'setup', limitAddress(request.ip));
    const result = await setUp(api, request.body).catch(async (error: unknown) => {
      const guessed = error instanceof AppError && error.code === 'insufficient_permission';
      if (!guessed) await refund();
      throw error;
    });
    await refund();
    await signInAgain(api, places, request, reply, result);
    return reply.code(201).send(result.made);
  });
  app.get('/api/setup', { onRequest: guard }, async () => readSetup(api));
  refuseOtherMethods(app, '/api/setup', ['GET', 'POST']);

  mountLinks(app, api, places, guard);
  mountOidc(app, api, places, guard);
  mountPasskeys(app, api, places, guard);

  for (const [name, call] of Object.entries(libraryCalls)) {
    const [method = '', path = ''] = name.split(' ');
    app.route({
      method,
      url: `${library}${path}`,
      onRequest: guard,
      handler: (request, reply) => answerCall(api, places, { request, reply, path, call }),
    });
  }
  app.route({
    method: ['GET', 'POST'],
    url: `${library}/*`,
    onRequest: guard,
    handler: async () => {
      throw new AppError('not_found', 'This path does not exist.', { retry: 'never' });
    },
  });
}

type Call = { request: FastifyRequest; reply: FastifyReply; path: string; call: LibraryCall };

async function answerCall(
  api: ApiContext,
  places: Places,
  { request, reply, path, call }: Call,
): Promise<FastifyReply> {
  const rawBody = request.method === 'GET' ? undefined : (request.body ?? {});
  const { query, body } = readLibraryCall(call, { query: request.query, body: rawBody });
  if (path === '/sign-in/email') return signIn(api, places, request, reply, body as SignIn, call.answer);
  if (path === '/oauth2/public-client') {
    await authenticateSession(api, request.headers.cookie);
    await assertKnownClient(api, query.client_id ?? '');
  }
  if (path === '/change-password') await assertNewPassword(api, request, deriveText(body, 'newPassword'));
  const ask = () => api.accounts.handle(authRequest(places, request, `${library}${path}${search(query)}`, body));
  const response = call.asksPassword ? await withPassword(api, request, ask) : await ask();
  // 409: another request used the same backup code at the same moment.
  if ([401, 409].includes(response.status) && path.startsWith('/two-factor/verify-')) throw wrongCode();
  return forwardReply(response, reply, { answer: call.answer });
}

type SignIn = { email: string; password: string };

async function signIn(
  api: ApiContext,
  places: Places,
  request: FastifyRequest,
  reply: FastifyReply,
  body: SignIn,
  answer: AnswerShape,
): Promise<FastifyReply> {
  const { email } = body;
  const device = api.accounts.knownDevice(request.headers.cookie, email);
  const refund = await countSignInAttempt(api, { email, address: limitAddress(request.ip), device });
  const answeredResponse = await askToSignIn(api, places, request, body);
  if (answeredResponse.status !== 401) await refund();
  return forwardReply(answeredResponse, reply, {
    answer,
    cookies: answeredResponse.ok ? [api.accounts.rememberDevice(email)] : [],
  });
}

async function assertNewPassword(api: ApiContext, request: FastifyRequest, password: string): Promise<void> {
  const session = await authenticateSession(api, request.headers.cookie);
  assertPasswordChoice(password, session.accountEmail, 'newPassword');
}

function wrongCode(): AppError {
  return new AppError(
    'unauthorized',
    'The code is wrong, already used or too late. Try the next code, or start again.',
    { retry: 'never' },
  );
}

/**
 * Runs a request that needs the password inside a session, counting wrong attempts for that session. Pending second
 * steps end together with the old password or secret on which they are based.
 */
async function withPassword(api: ApiContext, request: FastifyRequest, ask: () => Promise<Response>): Promise<Response> {
  const session = await authenticateSession(api, request.headers.cookie);
  const refund = await countPasswordAttempt(api, session.sessionId);
  const reply = await ask();
  if (!reply.ok) return reply;
  await refund();
  await endStartedSignIns(api, session.accountId);
  return reply;
}

function search(query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}

function deriveText(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null) return '';
  const text = (body as Record<string, unknown>)[name];
  return typeof text === 'string' ? text : '';
}
