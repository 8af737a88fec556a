import type { LogImport } from '../../domain/crawlers/logImport.ts';
import { notFound } from '../../domain/errors.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { logImports } from '../../store/crawlers/logImports.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import type { Ctx } from '../appContext.ts';

/** Imports of a website, newest first. @throws not_found */
export async function listLogImports(
  ctx: Ctx,
  input: { websiteId: string; after: ListPosition | null; count: number },
): Promise<LogImport[]> {
  const { workspaceId } = ctx.principal;
  if ((await findWebsite(ctx.db, workspaceId, input.websiteId)) === null) throw notFound('website');
  return logImports.list(ctx.db, workspaceId, input);
}

/** @throws not_found */
export async function readLogImport(ctx: Ctx, { id }: { id: string }): Promise<LogImport> {
  const saved = await logImports.find(ctx.db, ctx.principal.workspaceId, id);
  if (saved === null) throw notFound('import');
  return saved;
}

/** Removes an import with its counts; the same file may be imported again. @throws not_found */
export async function removeLogImport(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await readLogImport(ctx, { id });
  await inTransaction(ctx.db, (tx) => logImports.remove(tx, id));
}
