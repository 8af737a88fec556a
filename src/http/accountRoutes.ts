import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Door,
  enterJoined,
  giveBackSignIn,
  join,
  lookAtInvitation,
  readSetup,
  setUp,
  takeSignIn,
} from '../api/door.ts';
import { errorBody } from '../api/errorBody.ts';
import { AppError, type ErrorCode } from '../domain/errors.ts';
import { assertJson, assertOwnHost, assertSameOrigin, type Places } from './guards.ts';
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
];

/** First owner, sign-in and sign-out, for a browser of the same origin. */
export function mountAccounts(app: FastifyInstance, door: Door, places: Places): void {
  const guard = async (request: FastifyRequest): Promise<void> => {
    assertOwnHost(request, places);
    assertSameOrigin(request, places);
    if (request.method === 'POST') assertJson(request);
  };

  app.post('/api/setup', { onRequest: guard }, async (request, reply) => {
    // Counted by address: a stranger's wrong tokens must not shut out the owner.
    await takeSignIn(door, `setup:${request.ip}`, request.ip);
    const done = await setUp(door, request.body).catch(async (error: unknown) => {
      const guessed = error instanceof AppError && error.code === 'insufficient_permission';
      if (!guessed) await giveBackSignIn(door, `setup:${request.ip}`, request.ip);
      throw error;
    });
    await giveBackSignIn(door, `setup:${request.ip}`, request.ip);
    const signedIn = await door.accounts.handle(
      authRequest(places, request, '/api/auth/sign-in/email', { email: done.email, password: done.password }),
    );
    passCookies(signedIn, reply);
    return reply.code(201).send(done.made);
  });
  app.get('/api/setup', { onRequest: guard }, async () => readSetup(door));
  refuseOtherMethods(app, '/api/setup', ['GET', 'POST']);

  mountInvitations(app, door, places, guard);

  app.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    onRequest: guard,
    handler: async (request, reply) => {
      const path = (request.url.split('?')[0] ?? '').slice('/api/auth'.length);
      if (!openAuthPaths.includes(`${request.method} ${path}`)) {
        throw new AppError('not_found', 'There is nothing at this path.', { retry: 'never' });
      }
      const email = path === '/sign-in/email' ? emailOf(request.body) : null;
      if (email !== null) await takeSignIn(door, email, request.ip);
      const answered = await door.accounts.handle(
        authRequest(places, request, request.url, request.method === 'GET' ? undefined : (request.body ?? {})),
      );
      if (email !== null && answered.status !== 401) await giveBackSignIn(door, email, request.ip);
      return passOn(answered, reply);
    },
  });
}

/** Joining by invitation: guessing its secret, or the password of an account it names, is throttled like sign-in. */
function mountInvitations(
  app: FastifyInstance,
  door: Door,
  places: Places,
  guard: (request: FastifyRequest) => Promise<void>,
): void {
  const throttled = async <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    await takeSignIn(door, `invitation:${request.ip}`, request.ip);
    const giveBack = (): Promise<void> => giveBackSignIn(door, `invitation:${request.ip}`, request.ip);
    const done = await work().catch(async (error: unknown) => {
      const guessed = error instanceof AppError && error.code !== 'invalid_request';
      if (!guessed) await giveBack();
      throw error;
    });
    await giveBack();
    return done;
  };
  app.post('/api/invitations/look', { onRequest: guard }, (request) =>
    throttled(request, () => lookAtInvitation(door, request.body)),
  );
  app.post('/api/invitations/accept', { onRequest: guard }, async (request, reply) => {
    const joined = await throttled(request, () => join(door, request.body));
    const { email, password, workspaceId } = joined;
    const signedIn = await door.accounts.handle(
      authRequest(places, request, '/api/auth/sign-in/email', { email, password }),
    );
    await enterJoined(door, cookieOf(signedIn), workspaceId);
    passCookies(signedIn, reply);
    return reply.code(201).send({ email });
  });
  for (const path of ['look', 'accept']) refuseOtherMethods(app, `/api/invitations/${path}`, ['POST']);
}

function emailOf(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string') return body.email;
  return '';
}

/** The account library speaks Fetch; its requests carry our own origin, because the guard has checked the real one. */
function authRequest(places: Places, request: FastifyRequest, url: string, body: unknown): Request {
  const headers = new Headers({ origin: places.publicOrigin, 'user-agent': request.headers['user-agent'] ?? '' });
  if (request.headers.cookie !== undefined) headers.set('cookie', request.headers.cookie);
  const init: RequestInit = { method: body === undefined ? 'GET' : 'POST', headers };
  if (body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(body);
  }
  return new Request(new URL(url, places.publicOrigin), init);
}

/** The cookies that an answer sets, as the next request would send them. */
function cookieOf(answered: Response): string {
  return answered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

function passCookies(answered: Response, reply: FastifyReply): void {
  for (const cookie of answered.headers.getSetCookie()) reply.header('set-cookie', cookie);
}

const codeOfStatus: Record<number, ErrorCode> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'insufficient_permission',
  404: 'not_found',
  422: 'invalid_request',
  429: 'rate_limited',
};

/** Its refusals leave in our shape, so that a client reads one kind of error everywhere. */
async function passOn(answered: Response, reply: FastifyReply): Promise<FastifyReply> {
  passCookies(answered, reply);
  const text = await answered.text();
  if (answered.ok)
    return reply
      .code(answered.status)
      .type('application/json')
      .send(text === '' ? '{}' : text);
  const code = codeOfStatus[answered.status] ?? 'internal_error';
  const message = code === 'unauthorized' ? 'The e-mail or the password is not right.' : messageOf(text);
  const error = new AppError(code, message, { retry: 'never' });
  return reply.code(error.status).send(errorBody(error));
}

function messageOf(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && 'message' in parsed) return String(parsed.message);
  } catch {
    // Not JSON: nothing in it is worth showing.
  }
  return 'The request was refused.';
}
