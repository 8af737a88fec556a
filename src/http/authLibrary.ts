import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../api/apiContext.ts';
import { errorBody } from '../api/errorBody.ts';
import { AppError, type ErrorCode } from '../domain/errors.ts';
import type { Places } from './guards.ts';

/**
 * Builds a request for the account library, which uses Fetch. It has our own origin, because the guard has checked the
 * real one.
 */
export function authRequest(places: Places, request: FastifyRequest, url: string, body: unknown): Request {
  const headers = new Headers({ origin: places.publicOrigin, 'user-agent': request.headers['user-agent'] ?? '' });
  if (request.headers.cookie !== undefined) headers.set('cookie', request.headers.cookie);
  const init: RequestInit = { method: body === undefined ? 'GET' : 'POST', headers };
  if (body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(body);
  }
  return new Request(new URL(url, places.publicOrigin), init);
}

/**
 * Calls the library to sign in. The browser's cookies are left out, because none of them may replace a sign-in step.
 */
export function askToSignIn(
  api: ApiContext,
  places: Places,
  request: FastifyRequest,
  { email, password }: { email: string; password: string },
): Promise<Response> {
  const signIn = authRequest(places, request, '/api/auth/sign-in/email', { email, password });
  signIn.headers.delete('cookie');
  return api.accounts.handle(signIn);
}

/**
 * Signs in an account that has just set or proved a password, and remembers the browser. Returns the library's
 * response.
 */
export async function signInAgain(
  api: ApiContext,
  places: Places,
  request: FastifyRequest,
  reply: FastifyReply,
  account: { email: string; password: string },
): Promise<Response> {
  const signedIn = await askToSignIn(api, places, request, account);
  passCookies(signedIn, reply);
  if (signedIn.ok) reply.header('set-cookie', api.accounts.rememberDevice(account.email));
  return signedIn;
}

/** Returns the cookies that a response sets, as the next request would send them. */
export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

export function passCookies(answer: Response, reply: FastifyReply): void {
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
}

const codeOfStatus: Record<number, ErrorCode> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'insufficient_permission',
  404: 'not_found',
  422: 'invalid_request',
  429: 'rate_limited',
};

/** Parser that keeps only the fields that may be passed on, such as a Zod schema. */
export type AnswerShape = { parse(value: unknown): unknown };

/**
 * Sends the library's response, with its errors in our shape, so that clients read one kind of error everywhere.
 * @param options `answer`: the part of a success that is passed on, by default all of it; `cookies`: ours, after the
 * library's
 */
export async function forwardReply(
  answeredResponse: Response,
  reply: FastifyReply,
  { answer, cookies = [] }: { answer?: AnswerShape; cookies?: readonly string[] } = {},
): Promise<FastifyReply> {
  if (answeredResponse.status >= 500) throw new Error(`the account library answered ${answeredResponse.status}`);
  passCookies(answeredResponse, reply);
  for (const cookie of cookies) reply.header('set-cookie', cookie);
  const text = await answeredResponse.text();
  if (answeredResponse.ok) {
    const body: unknown = JSON.parse(text === '' ? '{}' : text);
    return reply
      .code(answeredResponse.status)
      .type('application/json')
      .send(JSON.stringify(answer === undefined ? body : answer.parse(body)));
  }
  const code = codeOfStatus[answeredResponse.status] ?? 'internal_error';
  const message = code === 'unauthorized' ? 'The email or password is wrong.' : messageOf(text);
  const error = new AppError(code, message, { retry: 'never' });
  return reply.code(error.status).send(errorBody(error));
}

function messageOf(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && 'message' in parsed) return String(parsed.message);
  } catch {
    // Not JSON, so there is nothing to show.
  }
  return 'The request was refused.';
}
