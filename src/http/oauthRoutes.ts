import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiContext, authenticateSession, countDocument, recordConsent } from '../api/apiContext.ts';
import { beginConsent, isDocumentId, isPlainQuery } from '../api/oauthApi.ts';
import { type OAuthAudience, oauthResources } from '../domain/access/oauthResources.ts';
import { permissions } from '../domain/access/permissions.ts';
import { AppError } from '../domain/errors.ts';
import { authRequest, forwardReply } from './authLibrary.ts';
import { assertJson, assertOwnHost, assertSameOrigin, type Places } from './guards.ts';
import { mountPrograms } from './oauthProgramRoutes.ts';
import { refuseOtherMethods } from './rest.ts';

const formType = 'application/x-www-form-urlencoded';
const issuerPath = '/api/auth';
const serverMetadata = `/.well-known/oauth-authorization-server${issuerPath}`;
const resourceMetadata = '/.well-known/oauth-protected-resource';

/**
 * Mounts the OAuth endpoints: metadata that clients discover, pages for a person's browser, and the exchange of codes
 * for tokens. Programs' requests bring no cookie into the account library, and browsers' requests no client secret.
 */
export async function mountOAuth(
  app: FastifyInstance,
  api: ApiContext,
  places: Places,
  registers: boolean,
): Promise<void> {
  mountMetadata(app, api, places);
  mountBrowserSide(app, api, places);
  // Only these routes accept forms, because a page of another site could send one.
  await app.register(async (scope) => {
    scope.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, next) => next(null, body));
    mountPrograms(scope, api, places, registers);
  });
}

function mountMetadata(app: FastifyInstance, api: ApiContext, places: Places): void {
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
    const response = await api.accounts.handle(new Request(new URL(serverMetadata, places.publicOrigin)));
    return (await response.json()) as object;
  });
  get(resourceMetadata, () => describe('mcp'));
  get(`${resourceMetadata}/api/mcp`, () => describe('mcp'));
  get(`${resourceMetadata}/api/v2`, () => describe('v2'));
}

/** Mounts the addresses to which a browser brings a client's request, and to which the consent page replies. */
function mountBrowserSide(app: FastifyInstance, api: ApiContext, places: Places): void {
  const authorize = `${issuerPath}/oauth2/authorize`;
  app.get(authorize, async (request, reply) => {
    assertOwnHost(request, places);
    const url = new URL(request.url, places.publicOrigin);
    if (!isPlainQuery(url.searchParams))
      return reply.code(302).header('location', failurePage('invalid_request')).send();
    const first = await signInFirst(api, request, url);
    if (first !== null) return reply.code(302).header('location', first).send();
    const mayAsk = alwaysAsk(url.searchParams);
    // Clients of earlier MCP revisions name no resource; a token without one would be useless (RFC 8707, 2).
    if (!url.searchParams.has('resource')) {
      url.searchParams.set('resource', oauthResources(places.publicOrigin).mcp);
    }
    const askedRequest = authRequest(places, request, url.href, undefined);
    askedRequest.headers.set('accept', 'text/html');
    const answer = await api.accounts.handle(askedRequest);
    for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
    const location = answer.headers.get('location') ?? failurePage(await errorIn(answer));
    const page = consentPage(location, places);
    if (page === null) return reply.code(302).header('location', withoutDescription(location, places)).send();
    return reply
      .code(302)
      .header('location', mayAsk ? page.packed : interactionRequired(page.query, places))
      .send();
  });
  refuseOtherMethods(app, authorize, ['GET']);

  const consent = `${issuerPath}/oauth2/consent`;
  app.post(consent, async (request, reply) => {
    assertOwnHost(request, places);
    assertSameOrigin(request, places);
    assertJson(request);
    const session = await authenticateSession(api, request.headers.cookie);
    const input = readConsent(request.body);
    if (input.accept) await beginConsent(api, session, clientIn(input.oauth_query));
    const answeredResponse = await api.accounts.handle(authRequest(places, request, consent, input));
    if (answeredResponse.ok && input.accept)
      await recordConsent(api, session, clientIn(input.oauth_query), input.scope);
    return forwardReply(answeredResponse, reply);
  });
  refuseOtherMethods(app, consent, ['POST']);
}

/**
 * Replaces every `prompt` by one that requests consent, so that a program with a known client's id gets no code without
 * a click. Returns false for `none`, which forbids a prompt (OpenID Connect Core, 3.1.2.1).
 */
function alwaysAsk(query: URLSearchParams): boolean {
  const prompts = query.getAll('prompt').flatMap((prompt) => prompt.split(' '));
  const others = new Set(prompts.filter((prompt) => prompt !== '' && prompt !== 'none'));
  query.set('prompt', [...others.add('consent')].join(' '));
  return !prompts.includes('none');
}

/**
 * Sends a browser that is not signed in to the sign-in page before the program's metadata document is fetched:
 * otherwise, strangers could use up this server's fetches per minute, and create a row for each. Null: already signed
 * in. @throws rate_limited
 */
async function signInFirst(api: ApiContext, request: FastifyRequest, url: URL): Promise<string | null> {
  if (!url.searchParams.getAll('client_id').some(isDocumentId)) return null;
  const { cookie } = request.headers;
  const session = cookie === undefined ? null : await api.accounts.identify(cookie);
  if (session === null) return `/connect?continue=${Buffer.from(url.search.slice(1)).toString('base64url')}`;
  await countDocument(api, session.accountId);
  return null;
}

async function errorIn(reply: Response): Promise<string> {
  const body: unknown = await reply.json().catch(() => null);
  const { error } = (body ?? {}) as { error?: unknown };
  return typeof error === 'string' ? error : 'invalid_request';
}

/** Returns the page that explains an error, because these requests come from a person. */
function failurePage(error: string): string {
  return `/connect?error=${encodeURIComponent(error)}`;
}

/**
 * Reads the signed request from an address of the consent page; null for any other address. `packed` puts it into one
 * parameter: a router that rewrites its members would break the signature.
 */
function consentPage(location: string, places: Places): { query: URLSearchParams; packed: string } | null {
  const url = new URL(location, places.publicOrigin);
  if (url.origin !== places.publicOrigin || url.pathname !== '/connect' || !url.searchParams.has('sig')) return null;
  const request = Buffer.from(url.search.slice(1)).toString('base64url');
  return { query: url.searchParams, packed: `/connect?request=${request}` };
}

/** Removes the library's error description from an address of our page, which does not show it. */
function withoutDescription(location: string, places: Places): string {
  const url = new URL(location, places.publicOrigin);
  if (url.origin !== places.publicOrigin || url.pathname !== '/connect') return location;
  return failurePage(url.searchParams.get('error') ?? 'invalid_request');
}

/**
 * Builds the refusal of a request that forbids a prompt. The return address is safe, because the library signs a
 * request only after checking it.
 */
function interactionRequired(wish: URLSearchParams, places: Places): string {
  const url = new URL(wish.get('redirect_uri') ?? '');
  url.searchParams.set('error', 'interaction_required');
  url.searchParams.set('error_description', 'Sightline asks a person each time.');
  const state = wish.get('state');
  if (state !== null) url.searchParams.set('state', state);
  url.searchParams.set('iss', `${places.publicOrigin}${issuerPath}`);
  return url.href;
}

function readConsent(body: unknown): { accept: boolean; scope: string; oauth_query: string } {
  const entry = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const { accept, scope, request } = entry;
  if (typeof accept !== 'boolean' || typeof scope !== 'string' || typeof request !== 'string') {
    throw new AppError('invalid_request', 'body: send accept, scope and request', { retry: 'never' });
  }
  return { accept, scope, oauth_query: Buffer.from(request, 'base64url').toString('utf8') };
}

function clientIn(query: string): string {
  return new URLSearchParams(query).get('client_id') ?? '';
}
