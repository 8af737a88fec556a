import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticateSession, countOAuthRequest, type Door, recordConsent } from '../api/door.ts';
import { limitAddress } from '../domain/access/clientAddress.ts';
import { type OAuthAudience, oauthResources } from '../domain/access/oauthResources.ts';
import { permissions } from '../domain/access/permissions.ts';
import { AppError } from '../domain/errors.ts';
import { authRequest, forwardReply } from './authLibrary.ts';
import { assertJson, assertOwnHost, assertSameOrigin, type Places } from './guards.ts';
import { refuseOtherMethods } from './rest.ts';

const formType = 'application/x-www-form-urlencoded';
const issuerPath = '/api/auth';
const serverMetadata = `/.well-known/oauth-authorization-server${issuerPath}`;
const resourceMetadata = '/.well-known/oauth-protected-resource';

/**
 * The doors of OAuth: what a client finds out by itself, where a person's browser is sent, and where codes become tokens.
 * Requests of programs carry no cookie into the account library, and requests of browsers no client's secret.
 */
export async function mountOAuth(app: FastifyInstance, door: Door, places: Places, registers: boolean): Promise<void> {
  mountMetadata(app, door, places);
  mountBrowserSide(app, door, places);
  // Forms are read here and nowhere else: no other door takes what a page of another site could send.
  await app.register(async (scope) => {
    scope.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    mountProgramSide(scope, door, places, registers);
  });
}

function mountMetadata(app: FastifyInstance, door: Door, places: Places): void {
  const resources = oauthResources(places.publicOrigin);
  const describe = (audience: OAuthAudience) => ({
    resource: resources[audience],
    resource_name: 'Sightline',
    authorization_servers: [`${places.publicOrigin}${issuerPath}`],
    scopes_supported: [...permissions],
    bearer_methods_supported: ['header'],
    resource_documentation: `${places.publicOrigin}/docs/api/mcp`,
  });
  const get = (path: string, answer: () => Promise<object> | object): void => {
    app.get(path, async (request, reply) => {
      assertOwnHost(request, places);
      return reply.header('Cache-Control', 'public, max-age=300').send(await answer());
    });
    refuseOtherMethods(app, path, ['GET']);
  };
  get(serverMetadata, async () => {
    const answered = await door.accounts.handle(new Request(new URL(serverMetadata, places.publicOrigin)));
    return (await answered.json()) as object;
  });
  get(resourceMetadata, () => describe('mcp'));
  get(`${resourceMetadata}/api/mcp`, () => describe('mcp'));
  get(`${resourceMetadata}/api/v2`, () => describe('v2'));
}

/** Where a person's browser comes with a client's wish, and where the consent page answers it. */
function mountBrowserSide(app: FastifyInstance, door: Door, places: Places): void {
  const authorize = `${issuerPath}/oauth2/authorize`;
  app.get(authorize, async (request, reply) => {
    assertOwnHost(request, places);
    const url = new URL(request.url, places.publicOrigin);
    askAlways(url.searchParams);
    const asked = authRequest(places, request, url.href, undefined);
    asked.headers.set('accept', 'text/html');
    const answered = await door.accounts.handle(asked);
    for (const cookie of answered.headers.getSetCookie()) reply.header('set-cookie', cookie);
    const location = answered.headers.get('location') ?? (await failurePage(answered));
    return reply.code(302).header('location', packed(location, places)).send();
  });
  refuseOtherMethods(app, authorize, ['GET']);

  const consent = `${issuerPath}/oauth2/consent`;
  app.post(consent, async (request, reply) => {
    assertOwnHost(request, places);
    assertSameOrigin(request, places);
    assertJson(request);
    const session = await authenticateSession(door, request.headers.cookie);
    const given = readConsent(request.body);
    const answered = await door.accounts.handle(authRequest(places, request, consent, given));
    if (answered.ok && given.accept) await recordConsent(door, session, clientIn(given.oauth_query), given.scope);
    return forwardReply(answered, reply);
  });
  refuseOtherMethods(app, consent, ['POST']);
}

/** A person is asked each time: whoever comes with a known client's id must not get a code without a click. */
function askAlways(query: URLSearchParams): void {
  const prompts = (query.get('prompt') ?? '').split(' ').filter((prompt) => prompt !== '');
  if (prompts.includes('none') || prompts.includes('consent')) return;
  query.set('prompt', [...prompts, 'consent'].join(' '));
}

/** A person stands behind this request: what went wrong is told on a page. */
async function failurePage(answered: Response): Promise<string> {
  const told: unknown = await answered.json().catch(() => null);
  const { error, error_description: why } = (told ?? {}) as { error?: unknown; error_description?: unknown };
  const query = new URLSearchParams({ error: typeof error === 'string' ? error : 'invalid_request' });
  if (typeof why === 'string') query.set('error_description', why);
  return `/connect?${query}`;
}

/** The signed wish in one parameter: a router that reads and writes its members anew would break the signature. */
function packed(location: string, places: Places): string {
  const url = new URL(location, places.publicOrigin);
  if (url.origin !== places.publicOrigin || url.pathname !== '/connect') return location;
  if (!url.searchParams.has('sig')) return `/connect${url.search}`;
  return `/connect?request=${Buffer.from(url.search.slice(1)).toString('base64url')}`;
}

function readConsent(body: unknown): { accept: boolean; scope: string; oauth_query: string } {
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const { accept, scope, request } = given;
  if (typeof accept !== 'boolean' || typeof scope !== 'string' || typeof request !== 'string') {
    throw new AppError('invalid_request', 'body: send accept, scope and request', { retry: 'never' });
  }
  return { accept, scope, oauth_query: Buffer.from(request, 'base64url').toString('utf8') };
}

function clientIn(query: string): string {
  return new URLSearchParams(query).get('client_id') ?? '';
}

/** Where programs exchange codes and refresh tokens, give tokens back, and register themselves. */
function mountProgramSide(scope: FastifyInstance, door: Door, places: Places, registers: boolean): void {
  const forward = async (request: FastifyRequest, reply: FastifyReply, body: string): Promise<FastifyReply> => {
    assertOwnHost(request, places);
    const giveBack = await countOAuthRequest(door, limitAddress(request.ip));
    const headers = new Headers({ 'content-type': request.headers['content-type'] ?? '' });
    if (request.headers.authorization !== undefined) headers.set('authorization', request.headers.authorization);
    const url = new URL(request.url.split('?')[0] ?? '', places.publicOrigin);
    const answered = await door.accounts.handle(new Request(url, { method: 'POST', headers, body }));
    if (answered.ok) await giveBack();
    // The errors of OAuth have a form of their own, which its clients know.
    const text = await answered.text();
    return reply
      .code(answered.status)
      .type('application/json')
      .send(text === '' ? '{}' : text);
  };
  for (const name of ['token', 'revoke']) {
    const path = `${issuerPath}/oauth2/${name}`;
    scope.post(path, async (request, reply) => {
      if (typeof request.body !== 'string')
        throw new AppError('unsupported_media_type', `Content-Type: send ${formType}.`);
      return forward(request, reply, request.body);
    });
    refuseOtherMethods(scope, path, ['POST']);
  }
  if (!registers) return;
  const register = `${issuerPath}/oauth2/register`;
  scope.post(register, async (request, reply) => {
    assertJson(request);
    return forward(request, reply, JSON.stringify(asPublicClient(request.body)));
  });
  refuseOtherMethods(scope, register, ['POST']);
}

/**
 * Whoever registers itself is a public client, proved by PKCE: no secret is made that would have to be kept. Addresses of
 * its own machine make it a native program, as the library wants it said.
 */
function asPublicClient(body: unknown): Record<string, unknown> {
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const redirects = Array.isArray(given.redirect_uris) ? given.redirect_uris.map(String) : [];
  const isNative = redirects.some((uri) => !uri.startsWith('https://'));
  return {
    ...given,
    token_endpoint_auth_method: 'none',
    ...(isNative && given.application_type === undefined ? { application_type: 'native' } : {}),
  };
}
