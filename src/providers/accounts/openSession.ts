import type { Auth } from 'better-auth';
import type { Kysely } from 'kysely';
import { roleOf } from '../../domain/access/roles.ts';
import type { SessionIdentity } from '../../ports/accounts.ts';
import type { AccountTables } from './accountRows.ts';

type AccountOptions = { db: Kysely<AccountTables> };

/** A used session is prolonged, but never beyond this: then the password is required again. */
const maxSessionMs = 30 * 86_400_000;

/**
 * Opens the session of a cookie. A session that began too long ago is ended when it is next used.
 * @param renews false if the library itself answers next: it renews a session and writes its cookie in one response
 */
export async function openSession(options: AccountOptions, auth: Auth, cookie: string, renews = true) {
  const query = renews ? {} : { disableRefresh: true };
  const match = await auth.api.getSession({ headers: new Headers({ cookie }), query });
  if (match === null) return null;
  // The library writes these times from the system clock.
  if (Date.now() - new Date(match.session.createdAt).getTime() < maxSessionMs) return match;
  await options.db.deleteFrom('session').where('id', '=', match.session.id).execute();
  return null;
}

/** Lists the workspaces of an account, the first joined first. */
function deriveMemberships({ db }: AccountOptions, accountId: string) {
  return db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .select(['organization.id', 'organization.name', 'organization.ownerId', 'member.role'])
    .where('member.userId', '=', accountId)
    .orderBy('member.createdAt')
    .orderBy('member.id')
    .execute();
}

/** Returns the workspace of a session, to which its person's consents belong. */
export async function formatWorkspace(
  options: AccountOptions,
  session: { id: string; userId: string },
): Promise<string> {
  const row = await options.db
    .selectFrom('session')
    .select('activeOrganizationId')
    .where('id', '=', session.id)
    .executeTakeFirst();
  const memberships = await deriveMemberships(options, session.userId);
  const membership = memberships.find(({ id }) => id === row?.activeOrganizationId) ?? memberships[0];
  if (membership === undefined) throw new Error('a person who consents works in a workspace');
  return membership.id;
}

export async function identify(options: AccountOptions, auth: Auth, cookie: string): Promise<SessionIdentity | null> {
  const match = await openSession(options, auth, cookie);
  if (match === null) return null;
  const active = (match.session as { activeOrganizationId?: string | null }).activeOrganizationId ?? null;
  const memberships = await deriveMemberships(options, match.user.id);
  const membership = memberships.find((candidate) => candidate.id === active) ?? memberships[0];
  if (membership === undefined) return null;
  return {
    sessionId: match.session.id,
    accountId: match.user.id,
    accountEmail: match.user.email,
    workspaceId: membership.id,
    workspaceName: membership.name,
    ownerId: membership.ownerId,
    role: roleOf(membership.role),
    signedInAt: new Date(match.session.createdAt).toISOString(),
  };
}
