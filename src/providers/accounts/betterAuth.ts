import type { Auth } from 'better-auth';
import type { Kysely } from 'kysely';
import type { Accounts, NewOwner, SessionIdentity } from '../../ports/accounts.ts';
import type { Runtime } from '../../ports/runtime.ts';
import {
  cancelInvitation,
  chooseWorkspace,
  findInvitation,
  insertInvitation,
  insertMember,
  listInvitations,
  listMembers,
  listMemberships,
  type MemberTables,
  removeMember,
  takeInvitation,
} from './members.ts';

export type AccountTables = {
  setup: { id: number; completed_at: string };
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: number | boolean;
    createdAt: string | Date;
    updatedAt: string | Date;
  };
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
  account: {
    id: string;
    userId: string;
    accountId: string;
    providerId: string;
    password: string | null;
    createdAt: string | Date;
    updatedAt: string | Date;
  };
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
    createFirstOwner: async (owner) => createFirstOwner(options, await hashOf(await auth(), owner.password), owner),
    handle: async (request) => (await auth()).handler(request),
    verifyPassword,
    listMemberships: (accountId) => listMemberships(members, accountId),
    chooseWorkspace: (session, workspaceId) => chooseWorkspace(members, session, workspaceId),
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
      const passwordHash = found.accountId === null ? await hashOf(await auth(), password) : '';
      const joined = await options.db.transaction().execute(async (tx) => {
        const inside = tx as unknown as Kysely<MemberTables>;
        if (!(await takeInvitation(inside, found.id))) return false;
        const userId = found.accountId ?? (await insertAccount(options, tx, found.email, passwordHash));
        const id = options.runtime.newId('member');
        await insertMember(inside, { id, userId, workspaceId: found.workspaceId, now });
        return true;
      });
      if (!joined) return { kind: 'closed' };
      return { kind: 'joined', email: found.email, workspaceId: found.workspaceId };
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
    .orderBy('member.id')
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

/**
 * Takes the one chance to make the first owner, and makes the account and its workspace, all in one transaction: whatever
 * breaks it off leaves the chance open and nothing behind. Null when the chance was taken before.
 */
async function createFirstOwner(
  options: AccountOptions,
  passwordHash: string,
  owner: NewOwner,
): Promise<{ accountId: string; workspaceId: string } | null> {
  const createdAt = new Date(options.runtime.now()).toISOString();
  return options.db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('setup')
      .values({ id: 1, completed_at: createdAt })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return null;
    const accountId = await insertAccount(options, tx, owner.email, passwordHash);
    const workspaceId = options.runtime.newId('ws');
    await tx
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
    const member = { id: options.runtime.newId('member'), userId: accountId, organizationId: workspaceId };
    await tx
      .insertInto('member')
      .values({ ...member, role: 'owner', createdAt })
      .execute();
    return { accountId, workspaceId };
  });
}

async function hashOf(auth: Auth, password: string): Promise<string> {
  return (await auth.$context).password.hash(password);
}

/** An e-mail and password account, in the rows that the account library reads. @throws Error when the e-mail is taken */
async function insertAccount(
  options: AccountOptions,
  db: Kysely<AccountTables>,
  email: string,
  passwordHash: string,
): Promise<string> {
  const id = options.runtime.newId(idPrefixes.user ?? 'acct');
  const now = new Date(options.runtime.now()).toISOString();
  const times = { createdAt: now, updatedAt: now };
  const emailVerified = options.engine === 'sqlite' ? 0 : false;
  await db
    .insertInto('user')
    .values({ id, name: email.split('@')[0] ?? email, email: email.toLowerCase(), emailVerified, ...times })
    .execute();
  await db
    .insertInto('account')
    .values({
      id: options.runtime.newId('account'),
      userId: id,
      accountId: id,
      providerId: 'credential',
      password: passwordHash,
      ...times,
    })
    .execute();
  return id;
}
