import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiContext, countBeginning } from '../api/apiContext.ts';
import { isPlainQuery } from '../api/oauthApi.ts';
import { limitAddress } from '../domain/access/clientAddress.ts';
import { AppError } from '../domain/errors.ts';
import { authRequest, forwardReply } from './authLibrary.ts';
import type { Places } from './guards.ts';
import { refuseOtherMethods } from './rest.ts';

type Guard = (request: FastifyRequest) => Promise<void>;

/** Mounts sign-in with an OpenID provider, to which a browser is sent and from which it returns with a code. */
export function mountOidc(app: FastifyInstance, api: ApiContext, places: Places, guard: Guard): void {
  app.get('/api/auth/methods', { onRequest: guard }, async () => {
    const { oidc, passkeys } = api.accounts;
    return {
      oidc: oidc === null ? null : { name: oidc.name },
      passkeys: passkeys === null ? null : { origin: passkeys.origin },
    };
  });
  refuseOtherMethods(app, '/api/auth/methods', ['GET']);

  const begin = '/api/auth/oidc/begin';
  app.post(begin, { onRequest: guard }, async (request, reply) => {
    const oidc = assertOidc(api);
    // Each creates a state that lasts for some minutes.
    await countBeginning(api, limitAddress(request.ip));
    const query = authRequest(places, request, '/api/auth/sign-in/social', {});
    return forwardReply(await oidc.begin(query, pathIn(request.body)), reply);
  });
  refuseOtherMethods(app, begin, ['POST']);

  const callback = '/api/auth/callback/oidc';
  app.get(callback, { onRequest: guard }, async (request, reply) => {
    if (!isPlainQuery(new URL(request.url, places.publicOrigin).searchParams)) {
      return reply.code(302).header('location', '/sign-in?error=failed').send();
    }
    const response = await assertOidc(api).finish(authRequest(places, request, request.url, undefined));
    for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
    return reply
      .code(302)
      .header('location', response.headers.get('location') ?? '/sign-in?error=failed')
      .send();
  });
  refuseOtherMethods(app, callback, ['GET']);
}

function assertOidc({ accounts }: ApiContext): NonNullable<ApiContext['accounts']['oidc']> {
  if (accounts.oidc !== null) return accounts.oidc;
  throw new AppError('not_found', 'This path does not exist.', { retry: 'never' });
}

/** Returns a path of this app only, so that signing in never redirects elsewhere. */
function pathIn(body: unknown): string {
  const to = typeof body === 'object' && body !== null ? (body as Record<string, unknown>).to : undefined;
  return typeof to === 'string' && to.length <= 2_000 && /^\/(?:[\x21-\x2e\x30-\x5b\x5d-\x7e][\x21-\x7e]*)?$/.test(to)
    ? to
    : '/';
}
