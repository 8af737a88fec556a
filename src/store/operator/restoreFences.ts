import { sql } from 'kysely';
import type { FenceMark, RestoreFence } from '../../domain/runs/restoreFence.ts';
import { compiledOnce } from '../database/compiledOnce.ts';
import { type Db, inTransaction, type Queryable, type Tx } from '../database/transaction.ts';

const unendedFence = compiledOnce((db) =>
  db.selectFrom('restore_fences').selectAll().where('ended_at', 'is', null).limit(sql.lit(1)),
);

const newestFence = compiledOnce((db) =>
  db.selectFrom('restore_fences').select('fenced_at').orderBy('fenced_at', 'desc').limit(sql.lit(1)),
);

/** Returns the open fence; null almost always. */
export async function findOpenFence(db: Queryable): Promise<RestoreFence | null> {
  const [row] = await unendedFence(db);
  if (row === undefined) return null;
  return { id: row.id, since: row.since, fencedAt: row.fenced_at, cause: row.cause as RestoreFence['cause'] };
}

/** Returns when this database was last restored to an older state; null if it never was. */
export async function lastRestoredAt(db: Queryable): Promise<string | null> {
  const [row] = await newestFence(db);
  return row?.fenced_at ?? null;
}

export async function listFenceMarks(db: Queryable, fenceId: string): Promise<FenceMark[]> {
  const rows = await db
    .selectFrom('restore_fence_marks')
    .select(['kind', 'target', 'says', 'note'])
    .where('fence_id', '=', fenceId)
    .orderBy('kind')
    .orderBy('target')
    .execute();
  return rows as FenceMark[];
}

/** Saves what is known about a part, replacing what was known before. */
export async function markFence(db: Queryable, fenceId: string, mark: FenceMark, now: string): Promise<void> {
  const { says, note } = mark;
  await db
    .insertInto('restore_fence_marks')
    .values({ fence_id: fenceId, ...mark, marked_at: now })
    .onConflict((conflict) =>
      conflict.columns(['fence_id', 'kind', 'target']).doUpdateSet({ says, note, marked_at: now }),
    )
    .execute();
}

export async function endFence(db: Queryable, fenceId: string, now: string): Promise<void> {
  await db.updateTable('restore_fences').set({ ended_at: now }).where('id', '=', fenceId).execute();
}

/**
 * Raises a fence, and in the same transaction marks paid work that this state considers unsent as of unknown outcome.
 * It may have been sent since, so it is searched for and never sent. An open fence is replaced by one that covers both
 * periods.
 */
export function raiseFence(db: Db, fence: RestoreFence): Promise<RestoreFence> {
  return inTransaction(db, async (tx) => {
    const standing = await findOpenFence(tx);
    const since = standing !== null && standing.since < fence.since ? standing.since : fence.since;
    if (standing !== null) await endFence(tx, standing.id, fence.fencedAt);
    const { id, fencedAt, cause } = fence;
    await tx.insertInto('restore_fences').values({ id, since, fenced_at: fencedAt, cause, ended_at: null }).execute();
    await keepUnsentWork(tx, fencedAt);
    return { ...fence, since };
  });
}

async function keepUnsentWork(tx: Tx, now: string): Promise<void> {
  await tx
    .updateTable('runs')
    .set((eb) => ({
      phase: 'unresolved',
      status: 'requires_action',
      error:
        'creation_unresolved: the database was restored to an earlier state, in which this run was not sent yet. Whether it was sent since is unknown; Sightline searches for it there and never sends it again.',
      version: eb('version', '+', 1),
      updated_at: now,
      // A time in the past, independent of the steady clock.
      due_at: eb.ref('created_at'),
    }))
    .where('kind', '=', 'keyword')
    .where('phase', '=', 'reserved')
    .where('active', '=', sql.lit(1))
    .execute();
  const pending = tx.selectFrom('seo_reports').select('id').where('state', '=', sql.lit('pending'));
  await tx
    .updateTable('seo_calls')
    .set((eb) => ({
      state: 'unknown',
      // Earliest possible time of sending, so that a search misses nothing.
      sent_at: eb
        .selectFrom('seo_reports')
        .select('requested_at')
        .whereRef('seo_reports.id', '=', 'seo_calls.report_id'),
      error: 'unknown: the database was restored to an earlier state, in which this call had not been sent yet',
    }))
    .where('state', '=', 'not_sent')
    .where('report_id', 'in', pending)
    .execute();
  await tx
    .updateTable('model_readings')
    .set((eb) => ({ state: 'sending', sent_at: eb.ref('created_at') }))
    .where('state', '=', 'planned')
    .execute();
  await tx
    .updateTable('second_readings')
    .set((eb) => ({ state: 'sending', sent_at: eb.ref('created_at') }))
    .where('state', '=', 'planned')
    .execute();
}

/** Returns which of these runs and reports this database knows. */
export async function knownIds(
  db: Queryable,
  table: 'runs' | 'seo_reports',
  ids: readonly string[],
): Promise<Set<string>> {
  const knownKeys = new Set<string>();
  const chunk = 500;
  for (let at = 0; at < ids.length; at += chunk) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('id', 'in', ids.slice(at, at + chunk))
      .execute();
    for (const { id } of rows) knownKeys.add(id);
  }
  return knownKeys;
}

/** Lists cases of all workspaces with exactly this question, for the operator's own commands. */
export async function listCasesOfQuestion(db: Queryable, question: string): Promise<string[]> {
  const rows = await db.selectFrom('keyword_cases').select('id').where('query', '=', question).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Returns true if any workspace has this case, for the operator's own commands. */
export async function isCaseAnywhere(db: Queryable, id: string): Promise<boolean> {
  return (await db.selectFrom('keyword_cases').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Counts runs that may exist at their provider but have not been found yet. */
export async function countUnresolvedRuns(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('runs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('active', '=', sql.lit(1))
    .where('phase', 'in', ['submitting', 'unresolved'])
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
