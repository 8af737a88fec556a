import type { Kysely } from 'kysely';
import type { NewOwner } from '../../ports/accounts.ts';
import type { Runtime } from '../../ports/runtime.ts';

export type Dated = string | Date;

/** Tables of the account library, as far as they are used here. */
export type AccountTables = {
  setup: { id: number; completed_at: string };
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: number | boolean;
    createdAt: Dated;
    updatedAt: Dated;
  };
  session: { id: string; userId: string; activeOrganizationId: string | null };
  member: { id: string; userId: string; organizationId: string; role: string; createdAt: Dated };
  invitation: {
    id: string;
    organizationId: string;
    email: string;
    role: string | null;
    status: string;
    inviterId: string;
    expiresAt: Dated;
    createdAt: Dated;
  };
  organization: {
    id: string;
    name: string;
    slug: string;
    logo: string | null;
    metadata: string | null;
    createdAt: Dated;
    ownerId: string;
  };
  account: {
    id: string;
    userId: string;
    accountId: string;
    providerId: string;
    password: string | null;
    createdAt: Dated;
    updatedAt: Dated;
  };
};

type RowOptions = { db: Kysely<AccountTables>; engine: 'sqlite' | 'postgres'; runtime: Runtime };

/** Id prefixes by the library's model names. */
export const idPrefixes: Record<string, string> = { organization: 'ws', user: 'acct' };

/**
 * Creates the first owner's account and workspace and closes the setup, in one transaction: a failure leaves the setup
 * open and nothing behind. Null if it was closed before.
 */
export async function createFirstOwner(
  options: RowOptions,
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
    const workspaceId = await insertWorkspace(options, tx, { accountId, name: owner.workspaceName });
    return { accountId, workspaceId };
  });
}

/** Creates a workspace and its owner's membership, in one transaction. Returns its id. */
export function createWorkspace(options: RowOptions, owner: { accountId: string; name: string }): Promise<string> {
  return options.db.transaction().execute((tx) => insertWorkspace(options, tx, owner));
}

async function insertWorkspace(
  { runtime }: RowOptions,
  tx: Kysely<AccountTables>,
  { accountId, name }: { accountId: string; name: string },
): Promise<string> {
  const id = runtime.newId('ws');
  const createdAt = new Date(runtime.now()).toISOString();
  await tx
    .insertInto('organization')
    .values({ id, name, slug: id, logo: null, metadata: null, createdAt, ownerId: accountId })
    .execute();
  await tx
    .insertInto('member')
    .values({ id: runtime.newId('member'), userId: accountId, organizationId: id, role: 'owner', createdAt })
    .execute();
  return id;
}

/**
 * Creates an account with email and password, in the rows that the account library reads. @throws Error if the email
 * is taken
 */
export async function insertAccount(
  options: RowOptions,
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
