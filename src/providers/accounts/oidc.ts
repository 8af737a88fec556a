import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';
import type { Kysely } from 'kysely';
import { idTokenFlaw } from '../../domain/access/idToken.ts';
import { AppError } from '../../domain/errors.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { acceptOnce, insertMember, listOpenInvitations } from './accountMembers.ts';
import type { AccountTables } from './accountRows.ts';

/** OpenID provider for signing in, as an alternative to passwords. */
export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Display name. */
  name: string;
  /** Accepted email domains; null: all. */
  allowedDomains: ReadonlySet<string> | null;
};

export const oidcProviderId = 'oidc';
const oidcCallbackPath = `/api/auth/callback/${oidcProviderId}`;

const timeoutMs = 10_000;

type Discovered = { userInfoUrl: string | null; takesPost: boolean };

/** Reads the provider's metadata at the address determined by its issuer. @throws temporarily_unavailable */
async function discover(issuer: string, url: string): Promise<Discovered> {
  const document = await fetchJson(url).catch(() => null);
  if (document === null || document.issuer !== issuer) {
    throw new AppError('temporarily_unavailable', 'The sign-in provider cannot be reached. Try again later.', {
      retry: 'same_key',
    });
  }
  const methods = document.token_endpoint_auth_methods_supported;
  return {
    userInfoUrl: typeof document.userinfo_endpoint === 'string' ? document.userinfo_endpoint : null,
    takesPost: Array.isArray(methods) && methods.includes('client_secret_post'),
  };
}

async function fetchJson(url: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}

/**
 * Configures the account library as a client of the provider: discovery, PKCE, state, a nonce, and an ID token that is
 * checked as OpenID Connect Core requires (3.1.3.7). @throws temporarily_unavailable
 */
export async function oidcPlugin(
  oidc: OidcSettings,
  { publicBaseUrl, runtime }: { publicBaseUrl: string; runtime: Runtime },
): Promise<BetterAuthPlugin> {
  const [{ genericOAuth }, { decodeJwt }] = await Promise.all([
    import('better-auth/plugins/generic-oauth'),
    import('jose'),
  ]);
  const { issuer, clientId, clientSecret, name } = oidc;
  const discoveryUrl = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { userInfoUrl, takesPost } = await discover(issuer, discoveryUrl);
  return genericOAuth({
    config: [
      {
        providerId: oidcProviderId,
        name,
        discoveryUrl,
        requireIdTokenVerification: true,
        clientId,
        clientSecret,
        authentication: takesPost ? 'post' : 'basic',
        scopes: ['openid', 'email', 'profile'],
        redirectURI: publicBaseUrl + oidcCallbackPath,
        pkce: true,
        // Two providers may use the same subject for two people.
        accountSubject: ({ profile }) => `${issuer}|${String(profile.sub)}`,
        async getUserInfo({ idToken, accessToken }) {
          if (idToken === undefined) return null;
          const { sub = '', ...claims } = decodeJwt(idToken);
          const nowSeconds = Math.floor(runtime.now() / 1000);
          if (idTokenFlaw({ sub, ...claims }, { clientId, nowSeconds }) !== null) return null;
          const statement =
            'email' in claims || userInfoUrl === null ? claims : await claimsAt(userInfoUrl, accessToken, sub);
          if (statement === null || typeof statement.email !== 'string') return null;
          const email = statement.email.toLowerCase();
          return {
            id: sub,
            sub,
            email,
            emailVerified: statement.email_verified === true,
            name: email.split('@')[0] ?? email,
          };
        },
      },
    ],
  }) as unknown as BetterAuthPlugin;
}

/** Reads claims that the ID token omits; only about the same person (OpenID Connect Core, 5.3.2). */
async function claimsAt(url: string, token: string | undefined, sub: string): Promise<Record<string, unknown> | null> {
  if (token === undefined) return null;
  const claims = await fetchJson(url, { authorization: `Bearer ${token}` }).catch(() => null);
  return claims?.sub === sub ? claims : null;
}

type Place = { db: Kysely<AccountTables>; runtime: Runtime };

/**
 * Limits who may sign in this way: a verified email of an allowed domain, with an account or a pending invitation.
 * People cannot create accounts on their own. The provider's tokens are not saved, because nothing here uses them
 * later.
 */
export function oidcRules(
  { db, runtime }: Place,
  { allowedDomains }: OidcSettings,
): Pick<BetterAuthOptions, 'account' | 'user' | 'databaseHooks'> {
  const members = db;
  const withoutTokens = async <Row extends object>(row: Row) => ({
    data: { ...row, accessToken: null, refreshToken: null, idToken: null },
  });
  return {
    // Accounts come from an invitation to their email: the provider's verification of it links them.
    account: { accountLinking: { enabled: true, requireLocalEmailVerified: false, trustedProviders: [] } },
    user: {
      validateUserInfo: async ({ user: { email = '', emailVerified }, source }) => {
        if (source.method !== 'oauth') return undefined;
        if (emailVerified !== true) return { error: 'email_not_verified' };
        const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
        if (allowedDomains !== null && !allowedDomains.has(domain)) return { error: 'domain_not_allowed' };
        if (source.action !== 'create-user') return undefined;
        const invited = await listOpenInvitations(members, email, runtime.now());
        return invited.length === 0 ? { error: 'not_invited' } : undefined;
      },
    },
    databaseHooks: { account: { create: { before: withoutTokens }, update: { before: withoutTokens } } },
  } as Pick<BetterAuthOptions, 'account' | 'user' | 'databaseHooks'>;
}

/** Accepts every pending invitation for a verified email. */
export async function joinInvited({ db, runtime }: Place, account: { id: string; email: string }): Promise<void> {
  const now = runtime.now();
  for (const open of await listOpenInvitations(db, account.email, now)) {
    await db.transaction().execute(async (tx) => {
      if (!(await acceptOnce(tx, open.id))) return;
      const id = runtime.newId('member');
      await insertMember(tx, { id, userId: account.id, workspaceId: open.workspaceId, role: open.role, now });
    });
  }
}
