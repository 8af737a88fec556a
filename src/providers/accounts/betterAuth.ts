import type { Auth, BetterAuthOptions } from 'better-auth';
import type { Kysely } from 'kysely';
import { maxPasswordLength, minPasswordLength } from '../../domain/access/passwordRule.ts';
import { AppError } from '../../domain/errors.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Runtime } from '../../ports/runtime.ts';
import {
  acceptOnce,
  cancelInvitation,
  chooseWorkspace,
  findInvitation,
  insertInvitation,
  insertMember,
  listInvitations,
  listMembers,
  listMemberships,
} from './accountMembers.ts';
import { type AccountTables, createFirstOwner, createWorkspace, idPrefixes, insertAccount } from './accountRows.ts';
import { type HashedSessions, hashedSessions } from './hashedSessions.ts';
import { createKnownDevices } from './knownDevices.ts';
import { type FetchClientDocument, oauthPlugins } from './oauthServer.ts';
import { joinInvited, type OidcSettings, oidcPlugin, oidcProviderId, oidcRules } from './oidc.ts';
import { formatWorkspace, identify, openSession } from './openSession.ts';
import { passkeyPlugins, passkeysOf } from './passkeys.ts';
import { secondFactorPlugins } from './secondFactor.ts';

export type AccountOptions = {
  db: Kysely<AccountTables>;
  engine: 'sqlite' | 'postgres';
  runtime: Runtime;
  publicBaseUrl: string;
  /**
   * Key that signs session cookies. Kept outside the database, so that a copy of the database is not enough to create
   * one.
   */
  secret: string;
  /** True if programs that sign in may register themselves. */
  oauthRegistration: boolean;
  fetchClientDocument: FetchClientDocument;
  /** OpenID provider for signing in; null: only passwords. */
  oidc: OidcSettings | null;
};

const sessionDays = 14;
const invitationDays = 7;
const daySeconds = 86_400;

/**
 * Creates email and password accounts with better-auth. The library is large, so it is loaded by the first request
 * that signs in or has a session; an idle server does not need it.
 */
export function createAccounts(options: AccountOptions): Accounts {
  let loading: Promise<Loaded> | null = null;
  const load = (): Promise<Loaded> => {
    loading ??= loadAuth(options);
    return loading;
  };
  const auth = async (): Promise<Auth> => (await load()).auth;
  const devices = createKnownDevices(options.secret, options.publicBaseUrl.startsWith('https://'));
  const members = options.db;
  const passwordHashOf = async (accountId: string): Promise<string | null> => {
    const row = await options.db
      .selectFrom('account')
      .select('password')
      .where('userId', '=', accountId)
      .where('providerId', '=', 'credential')
      .executeTakeFirst();
    return row?.password ?? null;
  };
  const verifyPassword = async (accountId: string, password: string): Promise<boolean> => {
    const hash = await passwordHashOf(accountId);
    return hash !== null && (await (await auth()).$context).password.verify({ hash, password });
  };
  return {
    oidc: oidcSignIn(options),
    passkeys: passkeysOf(options),
    hasPassword: async (accountId) => (await passwordHashOf(accountId)) !== null,
    identify: async (cookie) => {
      const { auth, sessions } = await load();
      return sessions.within(() => identify(options, auth, cookie));
    },
    createFirstOwner: async (owner) =>
      createFirstOwner(options, await computeHash(await auth(), owner.password), owner),
    handle: async (request) => {
      const { auth, sessions } = await load();
      return sessions.within(async () => {
        // The library has no maximum session age, so an expired session must not be accepted here either.
        if (request.headers.has('cookie')) await openSession(options, auth, request.headers.get('cookie') ?? '', false);
        return auth.handler(request).catch(refuseLostRace);
      });
    },
    verifyPassword,
    hashPassword: async (password) => computeHash(await auth(), password),
    rememberDevice: (email) => devices.remember(email),
    knownDevice: (cookies, email) => devices.known(cookies, email),
    listMemberships: (accountId) => listMemberships(members, accountId),
    createWorkspace: async (owner) => ({ id: await createWorkspace(options, owner), name: owner.name, role: 'owner' }),
    chooseWorkspace: (session, workspaceId) => chooseWorkspace(members, session, workspaceId),
    listMembers: (workspaceId) => listMembers(members, workspaceId),
    listInvitations: (workspaceId) => listInvitations(members, workspaceId, options.runtime.now()),
    invite: (input) => {
      const now = options.runtime.now();
      return insertInvitation(members, { ...input, now, expiresAt: now + invitationDays * daySeconds * 1000 });
    },
    cancelInvitation: (workspaceId, id) => cancelInvitation(members, workspaceId, id),
    readInvitation: async (secret) => {
      const match = await findInvitation(members, secret, options.runtime.now());
      if (match === null) return null;
      const { email, role, workspaceName, accountId } = match;
      return { email, role, workspaceName, hasAccount: accountId !== null };
    },
    acceptInvitation: async (secret, password) => {
      const now = options.runtime.now();
      const match = await findInvitation(members, secret, now);
      if (match === null) return { kind: 'closed' };
      if (match.accountId !== null && !(await verifyPassword(match.accountId, password)))
        return { kind: 'wrong_password' };
      const passwordHash = match.accountId === null ? await computeHash(await auth(), password) : '';
      const joined = await options.db.transaction().execute(async (tx) => {
        if (!(await acceptOnce(tx, match.id))) return false;
        const userId = match.accountId ?? (await insertAccount(options, tx, match.email, passwordHash));
        const id = options.runtime.newId('member');
        await insertMember(tx, { id, userId, workspaceId: match.workspaceId, role: match.role, now });
        return true;
      });
      if (!joined) return { kind: 'closed' };
      return { kind: 'joined', email: match.email, workspaceId: match.workspaceId };
    },
  };
}

type Loaded = { auth: Auth; sessions: HashedSessions };

/**
 * Signs in with an OpenID provider. Uses a separate instance of the library, so that an unreachable provider is retried
 * at the next sign-in and does not delay sign-ins with a password.
 */
function oidcSignIn(options: AccountOptions): Accounts['oidc'] {
  const { oidc } = options;
  if (oidc === null) return null;
  let loading: Promise<Loaded> | null = null;
  const load = (): Promise<Loaded> => {
    loading ??= oidcPlugin(oidc, options)
      .then((plugin) => loadAuth(options, { plugins: [plugin], ...oidcRules(options, oidc) }))
      .catch((cause: unknown) => {
        loading = null;
        throw cause;
      });
    return loading;
  };
  return {
    name: oidc.name,
    async begin(request, to) {
      const { auth, sessions } = await load();
      const body = { provider: oidcProviderId, callbackURL: to, errorCallbackURL: '/sign-in', disableRedirect: true };
      const query = new Request(request, { method: 'POST', body: JSON.stringify(body) });
      return sessions.within(() => auth.handler(query));
    },
    async finish(request) {
      const { auth, sessions } = await load();
      const response = await sessions.within(() => auth.handler(request));
      const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
      const match = await sessions.within(() => openSession(options, auth, cookie.join('; '), false));
      if (match !== null) await joinInvited(options, match.user);
      return response;
    },
  };
}

async function loadAuth(options: AccountOptions, more: BetterAuthOptions = {}): Promise<Loaded> {
  const [{ betterAuth }, { kyselyAdapter }, { organization }, argon2] = await Promise.all([
    import('better-auth/minimal'),
    import('@better-auth/kysely-adapter'),
    import('better-auth/plugins/organization'),
    import('@node-rs/argon2'),
  ]);
  const secure = options.publicBaseUrl.startsWith('https://');
  const sessions = hashedSessions(kyselyAdapter(options.db, { type: options.engine }));
  const auth = betterAuth({
    appName: 'Sightline',
    baseURL: options.publicBaseUrl,
    basePath: '/api/auth',
    secret: options.secret,
    database: sessions.database,
    // Accounts are created by setup and by invitation, never by strangers.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: minPasswordLength,
      maxPasswordLength: maxPasswordLength,
      password: {
        hash: (password) => argon2.hash(password),
        verify: ({ hash, password }) => argon2.verify(hash, password),
      },
    },
    session: { expiresIn: sessionDays * daySeconds, updateAge: daySeconds, freshAge: 0 },
    ...more,
    plugins: [
      ...(more.plugins ?? []),
      organization({
        allowUserToCreateOrganization: false,
        schema: { organization: { additionalFields: { ownerId: { type: 'string', required: true, input: false } } } },
      }),
      ...(await secondFactorPlugins(options.db as unknown as Kysely<unknown>)),
      ...(await passkeyPlugins(options)),
      ...(await oauthPlugins({
        publicBaseUrl: options.publicBaseUrl,
        registration: options.oauthRegistration,
        fetchClientDocument: options.fetchClientDocument,
        workspaceOf: (session) => formatWorkspace(options, session),
      })),
    ],
    onAPIError: {
      errorURL: `${options.publicBaseUrl}${more.plugins === undefined ? '/connect' : '/sign-in'}`,
      // Failures reach our own handler, which logs them with the id of their request; refusals stay responses.
      throw: true,
    },
    // The API in front (http/guards.ts) has already checked Origin and Fetch Metadata, and throttles sign-in durably.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      disableCSRFCheck: true,
      disableOriginCheck: true,
      useSecureCookies: false,
      // For passkeys without a name below: the origin of a sign-in elsewhere.
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure },
      cookies: {
        session_token: {
          name: secure ? '__Host-sightline_session' : 'sightline_session',
          attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
        },
      },
      database: { generateId: ({ model }) => options.runtime.newId(idPrefixes[model] ?? model) },
    },
  });
  return { auth: auth as unknown as Auth, sessions };
}

async function computeHash(auth: Auth, password: string): Promise<string> {
  return (await auth.$context).password.hash(password);
}

/**
 * Converts the failure of writing a row that another request has deleted to a refusal: a code that is exchanged twenty
 * times at once invalidates everything it issued, including what is just being written. @throws AppError, or the
 * original error
 */
function refuseLostRace(cause: unknown): never {
  const { code, message } = cause as { code?: unknown; message?: unknown };
  if (code !== '23503' && !String(message).includes('FOREIGN KEY constraint failed')) throw cause;
  throw new AppError('invalid_request', 'The record was deleted by another request.', { retry: 'never' });
}
