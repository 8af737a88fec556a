import { notFound } from '../../domain/errors.ts';
import { findReplacement, type OwnerImport } from '../../domain/imports/ownerImport.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { ownerImports } from '../../store/imports/rows.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import type { Ctx } from '../appContext.ts';

/** Lists imports of a website, newest first. @throws not_found */
export async function listImports(
  ctx: Ctx,
  input: { websiteId: string; after: ListPosition | null; count: number },
): Promise<OwnerImport[]> {
  const { workspaceId } = ctx.principal;
  if ((await findWebsite(ctx.db, workspaceId, input.websiteId)) === null) throw notFound('website');
  return ownerImports.list(ctx.db, workspaceId, input);
}

export type ReadImport = { import: OwnerImport; replacedBy: OwnerImport[] };

/** Reads an import, and the newer ones that replace some of its days. @throws not_found */
export async function readImport(ctx: Ctx, { id }: { id: string }): Promise<ReadImport> {
  const { workspaceId } = ctx.principal;
  const saved = await ownerImports.find(ctx.db, workspaceId, id);
  if (saved === null) throw notFound('import');
  const all = await ownerImports.list(ctx.db, workspaceId, { websiteId: saved.websiteId });
  const replacing = saved.dimensions.flatMap((dimension) => findReplacement(saved, all, dimension) ?? []);
  return { import: saved, replacedBy: [...new Set(replacing)] };
}

/** Removes an import with all its figures; the same file may be imported again. @throws not_found */
export async function removeImport(ctx: Ctx, { id }: { id: string }): Promise<void> {
  if ((await ownerImports.find(ctx.db, ctx.principal.workspaceId, id)) === null) throw notFound('import');
  await inTransaction(ctx.db, (tx) => ownerImports.remove(tx, id));
}
