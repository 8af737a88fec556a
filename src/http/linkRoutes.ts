import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ApiContext,
  beginReset,
  countResetMail,
  countSecretAttempt,
  countSignInAttempt,
  enterJoinedWorkspace,
  join,
  parseResetRequest,
  readInvitationLink,
  readJoin,
  readResetLink,
  setForgottenPassword,
} from '../api/apiContext.ts';
import { limitAddress } from '../domain/access/clientAddress.ts';
import { AppError } from '../domain/errors.ts';
import { cookieOf, signInAgain } from './authLibrary.ts';
import type { Places } from './guards.ts';
import { refuseOtherMethods } from './rest.ts';

type Guard = (request: FastifyRequest) => Promise<void>;

/**
 * Mounts one-time links, for joining and for a forgotten password. Only invalid secrets are counted, so other callers'
 * failures at the same address never block a valid link. Checking a secret costs no more than counting it.
 */
export function mountLinks(app: FastifyInstance, api: ApiContext, places: Places, guard: Guard): void {
  const counted = <T>(what: 'invitation' | 'reset', request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    return work().catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found')
        await countSecretAttempt(api, what, limitAddress(request.ip));
      throw error;
    });
  };
  const post = (path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): void => {
    app.post(path, { onRequest: guard }, handler);
    refuseOtherMethods(app, path, ['POST']);
  };

  post('/api/invitations/look', (request) =>
    counted('invitation', request, () => readInvitationLink(api, request.body)),
  );
  post('/api/invitations/accept', async (request, reply) => {
    const joined = await counted('invitation', request, () => joinCounted(api, request));
    await enterJoinedWorkspace(
      api,
      cookieOf(await signInAgain(api, places, request, reply, joined)),
      joined.workspaceId,
    );
    return reply.code(201).send({ email: joined.email });
  });
  post('/api/password-reset/ask', async (request, reply) => {
    const { email } = parseResetRequest(request.body);
    await countResetMail(api, email, limitAddress(request.ip));
    beginReset(api, email);
    return reply.code(202).send({ asked: true });
  });
  post('/api/password-reset/look', (request) => counted('reset', request, () => readResetLink(api, request.body)));
  post('/api/password-reset/accept', async (request, reply) => {
    const set = await counted('reset', request, () => setForgottenPassword(api, request.body));
    await signInAgain(api, places, request, reply, set);
    return reply.code(201).send({ email: set.email });
  });
}

/**
 * Joins with an invitation; an email with an account needs its password. The invitation's creator knows its secret and
 * could guess passwords here, so such an attempt counts as a sign-in.
 */
async function joinCounted(api: ApiContext, request: FastifyRequest): Promise<Awaited<ReturnType<typeof join>>> {
  const joinInput = readJoin(request.body);
  const { email, hasAccount } = await readInvitationLink(api, { token: joinInput.token });
  if (!hasAccount) return join(api, joinInput);
  const device = api.accounts.knownDevice(request.headers.cookie, email);
  const refund = await countSignInAttempt(api, { email, address: limitAddress(request.ip), device });
  const joined = await join(api, joinInput).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'unauthorized') await refund();
    throw error;
  });
  await refund();
  return joined;
}
