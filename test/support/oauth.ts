import { createHash, randomBytes } from 'node:crypto';
import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import type { Permission } from '../../src/domain/access/permissions.ts';
import { type HttpReply, startTestService, type TestService, useService } from './service.ts';

/** Both sides of OAuth without a browser: a program that signs in, and a person who consents. */

export const callback = 'http://127.0.0.1:9/callback';
const form = 'application/x-www-form-urlencoded';
type Tokens = { access_token: string; refresh_token: string; expires_in: number; scope: string };

type Json = Record<string, unknown>;

export async function register(service: Pick<TestService, 'ask'>, more: Json = {}): Promise<string> {
  const body = { client_name: 'Helper', redirect_uris: [callback], ...more };
  const answered = await service.ask('/api/auth/oauth2/register', { body });
  if (answered.status !== 201) throw new Error(`register: ${answered.status} ${answered.text}`);
  return answered.body.client_id;
}

export type ConsentRequest = {
  clientId: string;
  scope?: string;
  resource?: string;
  redirectUri?: string;
  state?: string;
  verifier?: string;
};

export function newVerifier(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the address to which a program sends its user's browser. */
export function addressOf(service: Pick<TestService, 'url'>, wish: ConsentRequest): URL {
  const url = new URL('/api/auth/oauth2/authorize', service.url);
  const challenge = createHash('sha256')
    .update(wish.verifier ?? '')
    .digest('base64url');
  const query = {
    response_type: 'code',
    client_id: wish.clientId,
    redirect_uri: wish.redirectUri ?? callback,
    scope: wish.scope ?? 'read evaluate seo offline_access',
    state: wish.state ?? 'a-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource: wish.resource ?? `${service.url}/api/mcp`,
  };
  url.search = new URLSearchParams(query).toString();
  return url;
}

/** Opens an address like a browser, without following redirects. */
export async function open(address: URL | string, cookie?: string): Promise<URL> {
  const headers = { ...(cookie === undefined ? {} : { cookie }), 'sec-fetch-mode': 'navigate', accept: 'text/html' };
  const answered = await fetch(address, { redirect: 'manual', headers });
  const location = answered.headers.get('location');
  if (location === null) throw new Error(`no redirect: ${answered.status} ${await answered.text()}`);
  return new URL(location, address);
}

/**
 * Consents as a signed-in person sent by the program, to the named permissions; returns the redirect of their browser.
 */
export async function consent(
  service: Pick<TestService, 'ask' | 'cookie'>,
  address: URL | string,
  { accept = true, cookie = service.cookie, scope }: { accept?: boolean; cookie?: string; scope?: string } = {},
): Promise<URL> {
  const page = await open(address, cookie);
  const request = page.searchParams.get('request');
  if (request === null) throw new Error(`no consent page: ${page.href}`);
  const asked = new URLSearchParams(Buffer.from(request, 'base64url').toString());
  const body = { accept, scope: scope ?? asked.get('scope') ?? '', request };
  const answered = await service.ask('/api/auth/oauth2/consent', { cookie, body });
  if (answered.status !== 200) throw new Error(`consent: ${answered.status} ${answered.text}`);
  return new URL(answered.body.url);
}

/** Consents to a request of a program; returns the code that its user's browser brings back. */
export async function allow(
  service: Pick<TestService, 'ask' | 'cookie' | 'url'>,
  wish: ConsentRequest,
  options: Parameters<typeof consent>[2] = {},
): Promise<string> {
  return (await consent(service, addressOf(service, wish), options)).searchParams.get('code') ?? '';
}

/** Sends one request of a program for tokens. */
export function askTokens(service: Pick<TestService, 'ask'>, given: Record<string, string>): Promise<HttpReply> {
  const body = new URLSearchParams(given).toString();
  return service.ask('/api/auth/oauth2/token', { body, headers: { 'content-type': form } });
}

export function exchangeCode(
  service: Pick<TestService, 'ask' | 'url'>,
  wish: ConsentRequest,
  code: string,
  more: Record<string, string> = {},
): Promise<HttpReply> {
  return askTokens(service, {
    grant_type: 'authorization_code',
    code,
    client_id: wish.clientId,
    redirect_uri: wish.redirectUri ?? callback,
    code_verifier: wish.verifier ?? '',
    resource: wish.resource ?? `${service.url}/api/mcp`,
    ...more,
  });
}

export function tokensIn(answered: HttpReply): Tokens {
  if (answered.status !== 200) throw new Error(`tokens: ${answered.status} ${answered.text}`);
  return answered.body as unknown as Tokens;
}

/** Creates a program that a member has allowed, with tokens for one of our addresses. */
export async function signInProgram(
  service: TestService,
  {
    clientId,
    scopes = ['read', 'evaluate', 'seo'],
    resource,
  }: { clientId?: string; scopes?: Permission[]; resource?: string } = {},
): Promise<Tokens & { clientId: string }> {
  const id = clientId ?? (await register(service));
  const wish: ConsentRequest = {
    clientId: id,
    scope: [...scopes, 'offline_access'].join(' '),
    verifier: newVerifier(),
    ...(resource === undefined ? {} : { resource }),
  };
  return { ...tokensIn(await exchangeCode(service, wish, await allow(service, wish))), clientId: id };
}

/** Provides a service at which programs may register, for the tests of the calling describe or file. */
export function useOAuthService(...[engine, options = {}]: Parameters<typeof startTestService>): TestService {
  return useService(engine, { ...options, env: { OAUTH_REGISTRATION: '1', ...options.env } });
}

export function startOAuthService(
  engine: Parameters<typeof startTestService>[0],
  options: Parameters<typeof startTestService>[1] = {},
): Promise<TestService> {
  return startTestService(engine, { ...options, env: { OAUTH_REGISTRATION: '1', ...options.env } });
}

/** Creates the state that the official client stores, and records where it would send its user's browser. */
export function createAuthProvider(metadataUrl?: string): OAuthClientProvider & { sent: URL | null } {
  type Provider = OAuthClientProvider;
  const kept: {
    client?: Awaited<ReturnType<Provider['clientInformation']>>;
    tokens?: Awaited<ReturnType<Provider['tokens']>>;
    found?: Awaited<ReturnType<NonNullable<Provider['discoveryState']>>>;
    verifier?: string;
  } = {};
  return {
    sent: null,
    redirectUrl: callback,
    ...(metadataUrl === undefined ? {} : { clientMetadataUrl: metadataUrl }),
    clientMetadata: { client_name: 'Official client', redirect_uris: [callback] },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization(url) {
      this.sent = url;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? '',
    discoveryState: () => kept.found,
    saveDiscoveryState: (found) => {
      kept.found = found;
    },
  };
}
