import { sql } from 'kysely';
import type { Queryable } from './transaction.ts';

/** Runs that wait for a person or whose purchase is not found, the latest first. */
export async function listStuckRuns(
  db: Queryable,
  workspaceId: string,
  limit: number,
): Promise<{ id: string; status: string; phase: string; error: string | null; updatedAt: string }[]> {
  const rows = await db
    .selectFrom('runs')
    .select(['id', 'status', 'phase', 'error', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .where('active', '=', sql.lit(1))
    .where((eb) => eb.or([eb('status', '=', 'requires_action'), eb('phase', '=', 'unresolved')]))
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ updated_at: updatedAt, ...row }) => ({ ...row, updatedAt }));
}

/** How the newest runs of an engine ended, the latest first. */
export async function lastEnds(
  db: Queryable,
  workspaceId: string,
  engine: string,
  count: number,
): Promise<{ id: string; status: string; updatedAt: string }[]> {
  const rows = await db
    .selectFrom('runs')
    .select(['id', 'status', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .where('engine', '=', engine)
    .where('active', '=', sql.lit(0))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ updated_at: updatedAt, ...row }) => ({ ...row, updatedAt }));
}

/** Rounds since a time that have a gap, the latest first, with what their plans are called. */
export async function listGaps(
  db: Queryable,
  workspaceId: string,
  since: string,
  limit: number,
): Promise<{ planId: string; name: string; round: number; state: string; reason: string | null; dueAt: string }[]> {
  const rows = await db
    .selectFrom('plan_rounds')
    .innerJoin('plans', 'plans.id', 'plan_rounds.plan_id')
    .select([
      'plan_rounds.plan_id',
      'plans.name',
      'plan_rounds.number',
      'plan_rounds.state',
      'plan_rounds.reason',
      'plan_rounds.due_at',
    ])
    .where('plan_rounds.workspace_id', '=', workspaceId)
    .where('plan_rounds.due_at', '>=', since)
    .where('plans.state', '<>', 'archived')
    .where('plan_rounds.reason', 'in', ['not_started', 'time_over'])
    .orderBy('plan_rounds.due_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    planId: row.plan_id,
    name: row.name,
    round: row.number,
    state: row.state,
    reason: row.reason,
    dueAt: row.due_at,
  }));
}
