import type { CapabilityPrincipal } from '../../domain/access/principal.ts';
import { roleOf } from '../../domain/access/roles.ts';
import { mapColumns } from '../database/columns.ts';
import type { Queryable } from '../database/transaction.ts';

export type NewCapability = {
  secretHash: string;
  workspaceId: string;
  ownerId: string;
  accountId: string;
  runId: string;
  domain: string;
  tool: string;
  expiresAt: string;
};

const columns = mapColumns<NewCapability>()({
  plain: 'secretHash workspaceId ownerId accountId runId domain tool expiresAt',
});

/**
 * Saves the one capability of a run. Creating it again before anything was sent replaces the secret, which no one has
 * received yet.
 */
export async function saveCapability(db: Queryable, newCapability: NewCapability): Promise<void> {
  await db
    .insertInto('capabilities')
    .values({ ...columns.write(newCapability), revoked_at: null, report_id: null })
    .onConflict((conflict) => conflict.column('run_id').doUpdateSet({ secret_hash: newCapability.secretHash }))
    .execute();
}

/** Finds the principal of a capability, or null if it is unknown, expired, revoked, or its run has ended. */
export async function findCapability(
  db: Queryable,
  secretHash: string,
  now: string,
): Promise<(CapabilityPrincipal & { reportId: string | null }) | null> {
  const row = await db
    .selectFrom('capabilities')
    .innerJoin('runs', 'runs.id', 'capabilities.run_id')
    .innerJoin('organization', 'organization.id', 'capabilities.workspace_id')
    .innerJoin('user', 'user.id', 'capabilities.account_id')
    .innerJoin('member', (join) =>
      join
        .onRef('member.organizationId', '=', 'capabilities.workspace_id')
        .onRef('member.userId', '=', 'capabilities.account_id'),
    )
    .select([
      'capabilities.workspace_id',
      'capabilities.owner_id',
      'capabilities.account_id',
      'capabilities.run_id',
      'capabilities.domain',
      'capabilities.tool',
      'capabilities.expires_at',
      'capabilities.revoked_at',
      'capabilities.report_id',
      'runs.active',
      'organization.name as workspace_name',
      'user.email as account_email',
      'member.role',
    ])
    .where('capabilities.secret_hash', '=', secretHash)
    .executeTakeFirst();
  if (row === undefined || row.revoked_at !== null || row.expires_at <= now || row.active !== 1) return null;
  // A capability can buy, so a viewer cannot have one, however it was obtained.
  if (roleOf(row.role) === 'viewer') return null;
  return {
    kind: 'capability',
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    ownerId: row.owner_id,
    accountId: row.account_id,
    accountEmail: row.account_email,
    runId: row.run_id,
    domain: row.domain,
    tool: row.tool,
    permissions: [],
    reportId: row.report_id,
  };
}

/** Binds the one report of a capability. The first caller binds it; later callers read that one. */
export async function bindCapabilityReport(
  db: Queryable,
  workspaceId: string,
  runId: string,
  reportId: string,
): Promise<void> {
  await db
    .updateTable('capabilities')
    .set({ report_id: reportId })
    .where('workspace_id', '=', workspaceId)
    .where('run_id', '=', runId)
    .where('report_id', 'is', null)
    .execute();
}

/** Returns the lookup that a run's agent could make, and the report it made; null if the run had no such right. */
export async function findRunLookup(
  db: Queryable,
  workspaceId: string,
  runId: string,
): Promise<{ domain: string; reportId: string | null } | null> {
  const row = await db
    .selectFrom('capabilities')
    .select(['domain', 'report_id'])
    .where('workspace_id', '=', workspaceId)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return row === undefined ? null : { domain: row.domain, reportId: row.report_id };
}
