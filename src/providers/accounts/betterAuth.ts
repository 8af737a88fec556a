import type { Auth } from 'better-auth';
import type { Kysely } from 'kysely';
import type { Accounts, NewOwner, SessionIdentity } from '../../ports/accounts.ts';
import type { Runtime } from '../../ports/runtime.ts';
import {
  cancelInvitation,
  findInvitation,
  insertInvitation,
  insertMember,
  listInvitations,
  listMembers,
  type MemberTables,
  removeMember,
  takeInvitation,
} from './members.ts';

export type AccountTables = {
  user: { id: string; email: string };
  member: { id: string; userId: string; organizationId: string; role: string; createdAt: string | Date };
  organization: {
    id: string;
    name: string;
    slug: string;
    logo: string | null;
    metadata: string | null;
    createdAt: string | Date;
    ownerId: string;
  };
  account: { userId: string; providerId: string; password: string | null };
};

export type AccountOptions = {
  db: Kysely<AccountTables>;
  engine: 'sqlite' | 'postgres';
  runtime: Runtime;
  publicBaseUrl: string;
  /** Signs session cookies; kept in the data directory or database, never in the environment of a request. */
  secret: string;
};

const sessionDays = 14;
const invitationDays = 7;
const daySeconds = 86_400;
export const shortestPassword = 10;

/** Ids that say what they name; the library asks by its model names. */
const idPrefixes: Record<string, string> = { organization: 'ws', user: 'acct' };

/**
 * E-mail and password accounts by better-auth. The library is large, and an idle server needs none of it: it is loaded
 * by the first request that signs in or carries a session.
 */
export function createAccounts(options: AccountOptions): Accounts {
  let loading: Promise<Auth> | null = null;
  const auth = (): Promise<Auth> => {
    loading ??= loadAuth(options);
    return loading;
  };
  const members = options.db as unknown as Kysely<MemberTables>;
  const verifyPassword = async (accountId: string, password: string): Promise<boolean> => {
    const row = await options.db
      .selectFrom('account')
      .select('password')
      .where('userId', '=', accountId)
      .where('providerId', '=', 'credential')
      .executeTakeFirst();
    const hash = row?.password ?? null;
    return hash !== null && (await (await auth()).$context).password.verify({ hash, password });
  };
  return {
    identify: async (cookie) => identify(options, await auth(), cookie),
    createOwner: async (owner) => createOwner(options, await auth(), owner),
    handle: async (request) => (await auth()).handler(request),
    verifyPassword,
    listMembers: (workspaceId) => listMembers(members, workspaceId),
    removeMember: (workspaceId, id) => removeMember(members, workspaceId, id),
    listInvitations: (workspaceId) => listInvitations(members, workspaceId, options.runtime.now()),
    invite: (given) => {
      const now = options.runtime.now();
      return insertInvitation(members, { ...given, now, expiresAt: now + invitationDays * daySeconds * 1000 });
    },
    cancelInvitation: (workspaceId, id) => cancelInvitation(members, workspaceId, id),
    readInvitation: async (secret) => {
      const found = await findInvitation(members, secret, options.runtime.now());
      if (found === null) return null;
      return { email: found.email, workspaceName: found.workspaceName, hasAccount: found.accountId !== null };
    },
    acceptInvitation: async (secret, password) => {
      const now = options.runtime.now();
      const found = await findInvitation(members, secret, now);
      if (found === null) return { kind: 'closed' };
      if (found.accountId !== null && !(await verifyPassword(found.accountId, password)))
        return { kind: 'wrong_password' };
      if (!(await takeInvitation(members, found.id))) return { kind: 'closed' };
      const userId = found.accountId ?? (await createAccount(await auth(), found.email, password));
      await insertMember(members, { id: options.runtime.newId('member'), userId, workspaceId: found.workspaceId, now });
      return { kind: 'joined', email: found.email };
    },
  };
}

async function loadAuth(options: AccountOptions): Promise<Auth> {
  const [{ betterAuth }, { kyselyAdapter }, { organization }, argon2] = await Promise.all([
    import('better-auth/minimal'),
    import('@better-auth/kysely-adapter'),
    import('better-auth/plugins/organization'),
    import('@node-rs/argon2'),
  ]);
  const secure = options.publicBaseUrl.startsWith('https://');
  const auth = betterAuth({
    appName: 'Sightline',
    baseURL: options.publicBaseUrl,
    basePath: '/api/auth',
    secret: options.secret,
    database: kyselyAdapter(options.db, { type: options.engine }),
    // Accounts are made by setup and by invitation, never by strangers.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: shortestPassword,
      password: {
        hash: (password) => argon2.hash(password),
        verify: ({ hash, password }) => argon2.verify(hash, password),
      },
    },
    session: { expiresIn: sessionDays * daySeconds, updateAge: daySeconds, freshAge: 0 },
    plugins: [
      organization({
        allowUserToCreateOrganization: false,
        schema: { organization: { additionalFields: { ownerId: { type: 'string', required: true, input: false } } } },
      }),
    ],
    // The door in front (http/guards.ts) has already checked Origin and Fetch Metadata, and throttles sign-in durably.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      disableCSRFCheck: true,
      disableOriginCheck: true,
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: secure ? '__Host-sightline_session' : 'sightline_session',
          attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
        },
      },
      database: { generateId: ({ model }) => options.runtime.newId(idPrefixes[model] ?? model) },
    },
  });
  return auth as unknown as Auth;
}

async function identify(options: AccountOptions, auth: Auth, cookie: string): Promise<SessionIdentity | null> {
  const found = await auth.api.getSession({ headers: new Headers({ cookie }) });
  if (found === null) return null;
  const active = (found.session as { activeOrganizationId?: string | null }).activeOrganizationId ?? null;
  const memberships = await options.db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .select(['organization.id', 'organization.name', 'organization.ownerId', 'member.role'])
    .where('member.userId', '=', found.user.id)
    .orderBy('member.createdAt')
    .execute();
  const membership = memberships.find((candidate) => candidate.id === active) ?? memberships[0];
  if (membership === undefined) return null;
  return {
    sessionId: found.session.id,
    accountId: found.user.id,
    accountEmail: found.user.email,
    workspaceId: membership.id,
    workspaceName: membership.name,
    ownerId: membership.ownerId,
    role: membership.role === 'owner' ? 'owner' : 'member',
    signedInAt: new Date(found.session.createdAt).toISOString(),
  };
}

async function createOwner(
  options: AccountOptions,
  auth: Auth,
  owner: NewOwner,
): Promise<{ accountId: string; workspaceId: string }> {
  const accountId = await createAccount(auth, owner.email, owner.password);
  const workspaceId = options.runtime.newId('ws');
  const createdAt = new Date(options.runtime.now()).toISOString();
  await options.db
    .insertInto('organization')
    .values({
      id: workspaceId,
      name: owner.workspaceName,
      slug: workspaceId,
      logo: null,
      metadata: null,
      createdAt,
      ownerId: accountId,
    })
    .execute();
  await options.db
    .insertInto('member')
    .values({
      id: options.runtime.newId('member'),
      userId: accountId,
      organizationId: workspaceId,
      role: 'owner',
      createdAt,
    })
    .execute();
  return { accountId, workspaceId };
}

/** An e-mail and password account. @throws Error when the e-mail is taken */
async function createAccount(auth: Auth, email: string, password: string): Promise<string> {
  const context = await auth.$context;
  const hash = await context.password.hash(password);
  const user = await context.internalAdapter.createUser(
    { email: email.toLowerCase(), name: email.split('@')[0] ?? email, emailVerified: false },
    { method: 'email-password' },
  );
  await context.internalAdapter.linkAccount({
    userId: user.id,
    providerId: 'credential',
    accountId: user.id,
    password: hash,
  });
  return user.id;
}
