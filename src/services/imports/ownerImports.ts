import { findReplacement, type OwnerImport } from '../../domain/imports/ownerImport.ts';
import { ownerImports } from '../../store/imports/rows.ts';
import type { Ctx } from '../appContext.ts';
import { importVerbs } from '../crawlers/importRecords.ts';

const ownerVerbs = importVerbs(ownerImports);
export const { list: listImports, remove: removeImport } = ownerVerbs;

/** Reads an import, and the newer ones that replace some of its days. @throws not_found */
export async function readImport(
  ctx: Ctx,
  input: { id: string },
): Promise<{ import: OwnerImport; replacedBy: OwnerImport[] }> {
  const saved = await ownerVerbs.read(ctx, input);
  const all = await ownerImports.list(ctx.db, ctx.principal.workspaceId, { websiteId: saved.websiteId });
  const replacing = saved.dimensions.flatMap((dimension) => findReplacement(saved, all, dimension) ?? []);
  return { import: saved, replacedBy: [...new Set(replacing)] };
}
