import { sql } from 'kysely';
import type { DatabaseKind } from './open.ts';
import type { Queryable, Tx } from './transaction.ts';

/**
 * Makes claims of one owner wait for each other until commit, so that counts cannot be passed by two at once. SQLite
 * has one writer anyway.
 */
export async function lockOwner(tx: Tx, engine: DatabaseKind, ownerId: string): Promise<void> {
  if (engine === 'sqlite') return;
  await tx.selectFrom('user').select('id').where('id', '=', ownerId).forUpdate().execute();
}

/** An active run holds its place by being active: a reservation cannot outlive its run, or be lost by it. */
export async function countActiveRuns(db: Queryable, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('runs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('active', '=', sql.lit(1))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Runs an owner has started at or after a time (the start of the UTC day). Replays cost nothing and are not counted. */
export async function countRunsSince(db: Queryable, ownerId: string, since: string): Promise<number> {
  const row = await db
    .selectFrom('runs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('created_at', '>=', since)
    .where('replay_of', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** True when the same target is held by an active run of another workspace of this owner. */
export async function isHeldElsewhere(
  db: Queryable,
  ownerId: string,
  workspaceId: string,
  reservationKey: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('reservation_key', '=', reservationKey)
    .where('workspace_id', '!=', workspaceId)
    .where('active', '=', sql.lit(1))
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row !== undefined;
}
