import type { SavedView } from '../../domain/websites/savedView.ts';
import type { Queryable } from '../database/transaction.ts';

/** Lists the saved views of a workspace, earliest first. */
export async function listSavedViews(db: Queryable, workspaceId: string): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .select(['id', 'name', 'path', 'saved_by', 'saved_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('saved_at')
    .orderBy('id')
    .execute();
  return rows.map(({ saved_by, saved_at, ...row }) => ({ ...row, savedBy: saved_by, savedAt: saved_at }));
}

export async function insertSavedView(db: Queryable, workspaceId: string, view: SavedView): Promise<void> {
  const { savedBy: saved_by, savedAt: saved_at, ...row } = view;
  await db
    .insertInto('saved_views')
    .values({ ...row, workspace_id: workspaceId, saved_by, saved_at })
    .execute();
}

/** Returns false if the workspace has no such view. */
export async function deleteSavedView(db: Queryable, workspaceId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('saved_views')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
