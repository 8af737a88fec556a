import type { LogSource } from '../../domain/crawlers/logImport.ts';
import { mapColumns } from '../database/columns.ts';
import type { Queryable } from '../database/transaction.ts';

const columns = mapColumns<LogSource>()({
  plain: 'id websiteId name kind format keepDays createdAt',
  json: 'captures mapping',
});

/** Lists sources of a workspace, or of one of its websites, in order of creation. */
export async function listLogSources(
  db: Queryable,
  workspaceId: string,
  { websiteId }: { websiteId?: string | undefined } = {},
): Promise<LogSource[]> {
  let query = db
    .selectFrom('log_sources')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('archived_at', 'is', null);
  if (websiteId !== undefined) query = query.where('website_id', '=', websiteId);
  return (await query.orderBy('created_at').orderBy('id').execute()).map(columns.read);
}

export async function findLogSource(db: Queryable, workspaceId: string, id: string): Promise<LogSource | null> {
  const row = await db
    .selectFrom('log_sources')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : columns.read(row);
}

export async function insertLogSource(db: Queryable, workspaceId: string, source: LogSource): Promise<void> {
  const row = { ...columns.write(source), workspace_id: workspaceId };
  await db.insertInto('log_sources').values(row).execute();
}

export async function updateLogSource(db: Queryable, workspaceId: string, source: LogSource): Promise<void> {
  await db
    .updateTable('log_sources')
    .set(columns.write(source))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', source.id)
    .execute();
}

/** Removes a source with everything counted from it. */
export async function deleteLogSource(db: Queryable, workspaceId: string, id: string): Promise<void> {
  for (const table of [
    'log_hours',
    'bot_visits',
    'assistant_visits',
    'log_lines',
    'log_salts',
    'log_drains',
  ] as const) {
    await db.deleteFrom(table).where('source_id', '=', id).execute();
  }
  await db
    .deleteFrom('bot_claims')
    .where('import_id', 'in', (from) => from.selectFrom('log_imports').select('id').where('source_id', '=', id))
    .execute();
  await db.deleteFrom('log_imports').where('workspace_id', '=', workspaceId).where('source_id', '=', id).execute();
  await db.deleteFrom('log_sources').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
}
