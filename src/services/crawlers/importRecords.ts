import { assertFound } from '../../domain/errors.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import type { ImportStatements } from '../../store/imports/readImports.ts';
import { type AppContext, type Ctx, steadyIso } from '../appContext.ts';

/** Lease of an import: without a write for this long its process is dead, and what it saved is removed. */
const importLeaseMs = 60_000;

/** Creates the verbs that both kinds of imports share. */
export const importVerbs = <Import extends { id: string }>(imports: ImportStatements<Import>) => ({
  /** Lists imports of a website, newest first. */
  list(ctx: Ctx, input: { websiteId: string; after: ListPosition | null; count: number }): Promise<Import[]> {
    return imports.list(ctx.db, ctx.principal.workspaceId, input);
  },
  /** @throws not_found */
  async read(ctx: Ctx, { id }: { id: string }): Promise<Import> {
    return assertFound(await imports.find(ctx.db, ctx.principal.workspaceId, id), 'import');
  },
  /** Removes an import with everything counted from it; the same file may be imported again. @throws not_found */
  async remove(ctx: Ctx, { id }: { id: string }): Promise<void> {
    assertFound(await imports.find(ctx.db, ctx.principal.workspaceId, id), 'import');
    await inTransaction(ctx.db, (tx) => imports.removeWhole(tx, id));
  },
});

type Importing = AppContext & { principal: Pick<Ctx['principal'], 'workspaceId'> };

/** Saves an import with `read`, and removes everything again if it fails. */
export async function importWhole<Import extends { id: string }, Result>(
  ctx: Importing,
  imports: ImportStatements<Import>,
  started: Import,
  read: () => Promise<Result>,
): Promise<Result> {
  const state = { state: 'reading', renewed_at: steadyIso(ctx) };
  await imports.insert(ctx.db, ctx.principal.workspaceId, started, state);
  try {
    return await read();
  } catch (cause) {
    await inTransaction(ctx.db, (tx) => imports.removeWhole(tx, started.id));
    throw cause;
  }
}

/** Removes what dead processes saved of a source or website. Returns true if another process is still importing. */
export async function clearDeadImports<Import extends { id: string }>(
  ctx: Importing,
  imports: ImportStatements<Import>,
  owner: 'source_id' | 'website_id',
  ownerId: string,
): Promise<boolean> {
  const open = await imports.listOpen(ctx.db, owner, ownerId);
  const isAlive = ({ renewedAt }: { renewedAt: string }): boolean => renewedAt > steadyIso(ctx, -importLeaseMs);
  for (const one of open) if (!isAlive(one)) await inTransaction(ctx.db, (tx) => imports.removeWhole(tx, one.id));
  return open.some(isAlive);
}
