import type { Selectable } from 'kysely';
import type { LogSource, LogSourceKind } from '../../domain/crawlers/logImport.ts';
import type { Queryable } from '../database/transaction.ts';
import type { CrawlerTables } from './tables.ts';

type Row = Selectable<CrawlerTables['log_sources']>;

const sourceFrom = (row: Row): LogSource => ({
  id: row.id,
  websiteId: row.website_id,
  name: row.name,
  kind: row.kind as LogSourceKind,
  format: row.format,
  captures: JSON.parse(row.captures),
  mapping: JSON.parse(row.mapping),
  keepDays: row.keep_days,
  createdAt: row.created_at,
});

const valuesOf = ({ name, kind, format, captures, mapping, keepDays }: LogSource) => ({
  name,
  kind,
  format,
  captures: JSON.stringify(captures),
  mapping: JSON.stringify(mapping),
  keep_days: keepDays,
});

/** Sources of a workspace, or of one website of it, in the order of their creation. */
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
  return (await query.orderBy('created_at').orderBy('id').execute()).map(sourceFrom);
}

export async function findLogSource(db: Queryable, workspaceId: string, id: string): Promise<LogSource | null> {
  const row = await db
    .selectFrom('log_sources')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : sourceFrom(row);
}

export async function insertLogSource(db: Queryable, workspaceId: string, source: LogSource): Promise<void> {
  const { id, websiteId, createdAt } = source;
  const row = { id, workspace_id: workspaceId, website_id: websiteId, created_at: createdAt, ...valuesOf(source) };
  await db.insertInto('log_sources').values(row).execute();
}

export async function updateLogSource(db: Queryable, workspaceId: string, source: LogSource): Promise<void> {
  await db
    .updateTable('log_sources')
    .set(valuesOf(source))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', source.id)
    .execute();
}

/** Removes a source with everything that was counted from it. */
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
