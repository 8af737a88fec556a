import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { clientNameFlaw } from '../../domain/access/clientName.ts';
import { oauthResources } from '../../domain/access/oauthResources.ts';
import { permissions } from '../../domain/access/permissions.ts';

/** Fetches a client's metadata from the address that is its id, through the address guard. */
export type FetchClientDocument = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export type OAuthServerOptions = {
  publicBaseUrl: string;
  /** True if programs may also register themselves, in addition to those that name an address of theirs. */
  registration: boolean;
  fetchClientDocument: FetchClientDocument;
  /** Returns the workspace of a session, to which a consent belongs. */
  workspaceOf(session: { id: string; userId: string }): Promise<string>;
};

/** The page of the web app where a person consents. */
const connectPage = '/connect';

const minuteSeconds = 60;
const daySeconds = 86_400;

/**
 * Configures the account library as an OAuth 2.1 server for programs that sign in for a person: always PKCE, tokens
 * bound to one of our two addresses, short-lived, opaque and stored as hashes, so that every use reads them and a
 * revoked one is invalid immediately. A refresh token that is used twice ends all tokens of its client and account.
 */
export async function oauthPlugins(options: OAuthServerOptions): Promise<BetterAuthPlugin[]> {
  const [{ oauthProvider }, { cimd }] = await Promise.all([
    import('@better-auth/oauth-provider'),
    import('@better-auth/cimd'),
  ]);
  const resources = oauthResources(options.publicBaseUrl);
  const server = oauthProvider({
    loginPage: connectPage,
    consentPage: connectPage,
    // The last scope requests a refresh token.
    scopes: [...permissions, 'offline_access'],
    grantTypes: ['authorization_code', 'refresh_token'],
    resources: Object.values(resources),
    clientRegistrationDefaultResources: Object.values(resources),
    disableJwtPlugin: true,
    accessTokenExpiresIn: 15 * minuteSeconds,
    refreshTokenExpiresIn: 30 * daySeconds,
    codeExpiresIn: 10 * minuteSeconds,
    refreshTokenReuseInterval: 0,
    storeTokens: { hash: async (token: string) => createHash('sha256').update(token).digest('hex') },
    prefix: { opaqueAccessToken: 'slo_', refreshToken: 'slr_' },
    allowDynamicClientRegistration: options.registration,
    allowUnauthenticatedClientRegistration: options.registration,
    // Clients are created by their documents or register themselves; this server does not administer clients.
    clientPrivileges: () => false,
    resourcePrivileges: () => false,
    postLogin: {
      page: connectPage,
      shouldRedirect: () => false,
      consentReferenceId: ({ session }) => options.workspaceOf({ id: session.id, userId: session.userId }),
    },
  });
  const documents = cimd({
    fetchClientMetadataResource: withPlainNames(options.fetchClientDocument),
    metadataProfile: 'mcp-2026-07-28',
  });
  return [server, documents] as BetterAuthPlugin[];
}

/** Refuses documents whose program has a name that is not allowed at registration. @throws TypeError */
function withPlainNames(fetchDocument: FetchClientDocument): FetchClientDocument {
  return async (input, init) => {
    const response = await fetchDocument(input, init);
    const document: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    const name =
      typeof document === 'object' && document !== null && 'client_name' in document ? document.client_name : '';
    const flaw = typeof name === 'string' && name !== '' ? clientNameFlaw(name) : null;
    if (flaw !== null) throw new TypeError(`client_name ${flaw}`);
    return response;
  };
}
