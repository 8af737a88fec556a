import type { AlertDestination, DestinationKind } from '../../domain/alerts/alertDestination.ts';
import { mapColumns } from '../database/columns.ts';
import { type ListPage, newestFirst } from '../database/newestFirst.ts';
import type { Queryable } from '../database/transaction.ts';

export type SealedDestination = AlertDestination & { sealed: string };

const columns = mapColumns<SealedDestination>()({
  plain: 'id workspaceId kind name shown createdAt secretMadeAt sealed',
});

export async function insertDestination(
  db: Queryable,
  sealedDestination: SealedDestination,
  createdBy: string,
): Promise<void> {
  await db
    .insertInto('alert_destinations')
    .values({ ...columns.write(sealedDestination), created_by: createdBy, archived_at: null })
    .execute();
}

/** Selects a workspace's destinations that are not removed. */
function openDestinations(db: Queryable, workspaceId: string) {
  return db
    .selectFrom('alert_destinations')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('archived_at', 'is', null);
}

/** Finds a destination that is not removed. */
export async function findDestination(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<SealedDestination | null> {
  const row = await openDestinations(db, workspaceId).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : columns.read(row);
}

/** Lists destinations that are not removed, newest first. */
export async function listDestinations(
  db: Queryable,
  workspaceId: string,
  page: ListPage,
): Promise<SealedDestination[]> {
  const rows = await openDestinations(db, workspaceId).$call(newestFirst(page)).execute();
  return rows.map(columns.read);
}

/** Returns which of these ids are not removed. */
export async function openDestinationIds(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await openDestinations(db, workspaceId)
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Maps destination ids, removed ones included, to names and kinds. */
export async function destinationNames(
  db: Queryable,
  workspaceId: string,
): Promise<Map<string, { name: string; kind: DestinationKind }>> {
  const rows = await db
    .selectFrom('alert_destinations')
    .select(['id', 'name', 'kind'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return new Map(rows.map(({ id, name, kind }) => [id, { name, kind: kind as DestinationKind }]));
}

type DestinationPatch = Partial<Pick<SealedDestination, 'name' | 'shown' | 'sealed'>> & {
  secretMadeAt?: string;
  archivedAt?: string;
};

/** @param from the sealed text as read: if another change came first, this one does nothing and returns false */
export async function changeDestinationRow(
  db: Queryable,
  { id, workspaceId, sealed: from }: Pick<SealedDestination, 'id' | 'workspaceId' | 'sealed'>,
  { archivedAt, ...patch }: DestinationPatch,
): Promise<boolean> {
  const changed = await db
    .updateTable('alert_destinations')
    .set({
      ...columns.write(patch),
      ...(archivedAt === undefined ? {} : { archived_at: archivedAt }),
    })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('sealed', '=', from)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}
