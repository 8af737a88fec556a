import { sql } from 'kysely';
import type { Queryable } from '../database/transaction.ts';

/** Lists archives past the retention of their workspace, oldest first. */
export async function oldArchives(
  db: Queryable,
  defaultDays: number,
  beforeDays: (days: number) => string,
): Promise<{ id: string; workspaceId: string }[]> {
  const rows = await db
    .selectFrom('cited_page_readings')
    .leftJoin('cited_page_settings', 'cited_page_settings.workspace_id', 'cited_page_readings.workspace_id')
    .select(['cited_page_readings.id', 'cited_page_readings.workspace_id', 'read_at', 'keep_days'])
    .where('archive', '=', 'kept')
    .where('read_at', '<', beforeDays(0))
    .orderBy('read_at')
    .limit(sql.lit(200))
    .execute();
  return rows
    .filter(({ read_at, keep_days }) => read_at < beforeDays(keep_days ?? defaultDays))
    .map(({ id, workspace_id }) => ({ id, workspaceId: workspace_id }));
}

export async function markArchiveDeleted(db: Queryable, id: string): Promise<void> {
  await db.updateTable('cited_page_readings').set({ archive: 'deleted' }).where('id', '=', id).execute();
}
