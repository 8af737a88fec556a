import type { LogSource } from '../../domain/crawlers/logImport.ts';
import { mapColumns } from '../database/columns.ts';
import { createRecords } from '../database/records.ts';
import type { Queryable } from '../database/transaction.ts';
import { deleteLogDrain } from './logDrains.ts';
import { logImports } from './logImports.ts';

const columns = mapColumns<LogSource>()({
  plain: 'id websiteId name kind format keepDays createdAt',
  json: 'captures mapping',
});

export const logSources = createRecords<LogSource>('log_sources', columns, { at: 'created_at', newestFirst: false });

/** Removes a source with everything counted from it. */
export async function deleteLogSource(db: Queryable, workspaceId: string, id: string): Promise<void> {
  const imports = await db.selectFrom('log_imports').select('id').where('source_id', '=', id).execute();
  for (const { id: importId } of imports) await logImports.remove(db, importId);
  await db.deleteFrom('log_salts').where('source_id', '=', id).execute();
  await deleteLogDrain(db, id);
  await logSources.remove(db, workspaceId, id);
}
