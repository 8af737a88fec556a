import type { Brand } from '../../domain/sharing/brand.ts';
import type { Queryable, Tx } from '../database/transaction.ts';

/** Settings that the owner of a workspace chose for its members. */
export type WorkspaceSettings = {
  /** True if members may archive websites and revoke keys that others created. */
  membersManage: boolean;
};

/** Reads the settings; by default members may not. */
export async function readWorkspaceSettings(db: Queryable, workspaceId: string): Promise<WorkspaceSettings> {
  const row = await db
    .selectFrom('workspace_settings')
    .select('members_manage')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return { membersManage: row?.members_manage === 1 };
}

export async function saveWorkspaceSettings(
  db: Queryable,
  workspaceId: string,
  settings: WorkspaceSettings,
): Promise<void> {
  const members_manage = settings.membersManage ? 1 : 0;
  await db
    .insertInto('workspace_settings')
    .values({ workspace_id: workspaceId, members_manage, logo: null, accent: null })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ members_manage }))
    .execute();
}

/** Reads the name of a workspace and its appearance on reports; null for an unknown one. */
export async function readWorkspaceBrand(db: Queryable, workspaceId: string): Promise<Brand | null> {
  const row = await db
    .selectFrom('organization')
    .leftJoin('workspace_settings', 'workspace_settings.workspace_id', 'organization.id')
    .select(['organization.name', 'workspace_settings.logo', 'workspace_settings.accent'])
    .where('organization.id', '=', workspaceId)
    .executeTakeFirst();
  return row ?? null;
}

/** Changes the given fields only. */
export async function saveWorkspaceBrand(tx: Tx, workspaceId: string, change: Partial<Brand>): Promise<void> {
  const { name, ...look } = change;
  if (name !== undefined) await tx.updateTable('organization').set({ name }).where('id', '=', workspaceId).execute();
  if (Object.keys(look).length === 0) return;
  await tx
    .insertInto('workspace_settings')
    .values({ workspace_id: workspaceId, members_manage: 0, logo: null, accent: null, ...look })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(look))
    .execute();
}
