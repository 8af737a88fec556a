import type { Queryable } from './transaction.ts';

/** What the owner of a workspace has settled for its members. */
export type WorkspaceSettings = {
  /** Members may archive websites and revoke keys that others made. */
  membersManage: boolean;
};

/** Nothing was settled until an owner settles it: members may not. */
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
    .values({ workspace_id: workspaceId, members_manage })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ members_manage }))
    .execute();
}

export async function saveWorkspaceName(db: Queryable, workspaceId: string, name: string): Promise<void> {
  await db.updateTable('organization').set({ name }).where('id', '=', workspaceId).execute();
}
