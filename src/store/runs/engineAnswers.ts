import { sql } from 'kysely';
import type { Queryable } from '../database/transaction.ts';

/** Returns when an engine last answered in a workspace, and with which model; null if it never did. */
export async function findLastAnswer(
  db: Queryable,
  workspaceId: string,
  engine: string,
): Promise<{ observedAt: string; model: string | null } | null> {
  const row = await db
    .selectFrom('runs')
    .select(['observed_at', 'model'])
    .where('workspace_id', '=', workspaceId)
    .where('engine', '=', engine)
    // A literal rather than a parameter, as the partial index requires.
    .where('status', '=', sql.lit('completed'))
    .where('observed_at', 'is not', null)
    .orderBy('observed_at', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row?.observed_at == null ? null : { observedAt: row.observed_at, model: row.model };
}

/** Returns true if this model of an engine has ever answered in a workspace. */
export async function hasAnsweredAs(
  db: Queryable,
  workspaceId: string,
  engine: string,
  model: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('engine', '=', engine)
    .where('model', '=', model)
    .where('status', '=', sql.lit('completed'))
    .where('observed_at', 'is not', null)
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row !== undefined;
}
