import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  assertPasswordChoice,
  authenticateSession,
  countPasswordAttempt,
  countSecretAttempt,
  countSignInAttempt,
  type Door,
  readSetup,
  setUp,
} from '../api/door.ts';
import { assertPlainTexts } from '../api/invoke.ts';
import { limitAddress } from '../domain/access/clientAddress.ts';
import { AppError } from '../domain/errors.ts';
import { authRequest, forwardReply, signInAnew } from './authLibrary.ts';
import { assertJson, assertOwnHost, assertSameOrigin, type Places } from './guards.ts';
import { mountLinks } from './linkRoutes.ts';
import { mountOidc } from './oidcRoutes.ts';
import { mountPasskeys } from './passkeyRoutes.ts';
import { refuseOtherMethods } from './rest.ts';

/** What of the account library is reachable; everything else below /api/auth does not exist. */
const openAuthPaths: readonly string[] = [
  'POST /sign-in/email',
  'POST /sign-out',
  'GET /get-session',
  'POST /change-password',
  'POST /revoke-sessions',
  'POST /revoke-other-sessions',
  'GET /list-sessions',
  // The second step of signing in.
  'POST /two-factor/enable',
  'POST /two-factor/disable',
  'POST /two-factor/generate-backup-codes',
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
  // What a program that asks to be let in says about itself.
  'GET /oauth2/public-client',
];

/** First owner, sign-in and sign-out, links for joining and for forgotten passwords, for a browser of the same origin. */
export function mountAccounts(app: FastifyInstance, door: Door, places: Places): void {
  const guard = async (request: FastifyRequest): Promise<void> => {
    assertOwnHost(request, places);
    assertSameOrigin(request, places);
    if (request.method === 'POST') assertJson(request);
  };

  app.post('/api/setup', { onRequest: guard }, async (request, reply) => {
    // Counted by address: a stranger's wrong tokens must not shut out the owner.
    const giveBack = await countSecretAttempt(door, 'setup', limitAddress(request.ip));
    const done = await setUp(door, request.body).catch(async (error: unknown) => {
      const guessed = error instanceof AppError && error.code === 'insufficient_permission';
      if (!guessed) await giveBack();
      throw error;
    });
    await giveBack();
    await signInAnew(door, places, request, reply, done);
    return reply.code(201).send(done.made);
  });
  app.get('/api/setup', { onRequest: guard }, async () => readSetup(door));
  refuseOtherMethods(app, '/api/setup', ['GET', 'POST']);

  mountLinks(app, door, places, guard);
  mountOidc(app, door, places, guard);
  mountPasskeys(app, door, places, guard);

  app.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    onRequest: guard,
    handler: async (request, reply) => {
      const path = (request.url.split('?')[0] ?? '').slice('/api/auth'.length);
      if (!openAuthPaths.includes(`${request.method} ${path}`)) {
        throw new AppError('not_found', 'There is nothing at this path.', { retry: 'never' });
      }
      assertPlainTexts(request.body);
      if (path === '/sign-in/email') return signIn(door, places, request, reply);
      if (path === '/change-password') return changePassword(door, places, request, reply);
      if (asksForPassword.includes(path)) return withPassword(door, places, request, reply);
      const body = request.method === 'GET' ? undefined : (request.body ?? {});
      const answered = await door.accounts.handle(authRequest(places, request, request.url, body));
      if (answered.status === 401 && path.startsWith('/two-factor/verify-')) throw wrongCode();
      return forwardReply(answered, reply);
    },
  });
}

async function signIn(door: Door, places: Places, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const email = textOf(request.body, 'email');
  const device = door.accounts.knownDevice(request.headers.cookie, email);
  const giveBack = await countSignInAttempt(door, { email, address: limitAddress(request.ip), device });
  const answered = await door.accounts.handle(authRequest(places, request, request.url, request.body ?? {}));
  if (answered.status !== 401) await giveBack();
  return forwardReply(answered, reply, answered.ok ? [door.accounts.rememberDevice(email)] : []);
}

/** Asks for the password that is: guesses at it from an open session are counted for that session. */
async function changePassword(
  door: Door,
  places: Places,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await authenticateSession(door, request.headers.cookie);
  assertPasswordChoice(textOf(request.body, 'newPassword'), session.accountEmail, 'newPassword');
  return withPassword(door, places, request, reply);
}

function wrongCode(): AppError {
  return new AppError(
    'unauthorized',
    'The code is not right, or this sign-in took too long. Try again, or start anew.',
    {
      retry: 'never',
    },
  );
}

const asksForPassword: readonly string[] = [
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
];

/** What the library asks the password for inside a session: guesses at it are counted for that session. */
async function withPassword(
  door: Door,
  places: Places,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await authenticateSession(door, request.headers.cookie);
  const giveBack = await countPasswordAttempt(door, session.sessionId);
  const answered = await door.accounts.handle(authRequest(places, request, request.url, request.body ?? {}));
  if (answered.ok) await giveBack();
  return forwardReply(answered, reply);
}

function textOf(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null) return '';
  const text = (body as Record<string, unknown>)[name];
  return typeof text === 'string' ? text : '';
}
