import type { Plan } from '../../domain/plans/plan.ts';
import type { Queryable } from '../database/transaction.ts';

type PlanName = Pick<Plan, 'id' | 'workspaceId'>;

/** Returns the round of a plan that each run belongs to, null: none. Runs that the workspace does not have are absent. */
export async function roundsOfRuns(
  db: Queryable,
  plan: PlanName,
  runIds: readonly string[],
): Promise<Map<string, number | null>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('runs')
    .leftJoin('plan_round_items as item', (join) =>
      join.onRef('item.run_id', '=', 'runs.id').on('item.plan_id', '=', plan.id),
    )
    .select(['runs.id', 'item.round'])
    .where('runs.workspace_id', '=', plan.workspaceId)
    .where('runs.id', 'in', runIds)
    .orderBy('item.round')
    .execute();
  return new Map(rows.map(({ id, round }) => [id, round]));
}

/** Returns the number of a plan's newest round that ended or was missed; 0: none. */
export async function lastRoundEnded(db: Queryable, { id, workspaceId }: PlanName): Promise<number> {
  const row = await db
    .selectFrom('plan_rounds')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('plan_id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('state', '!=', 'open')
    .executeTakeFirst();
  return row?.number ?? 0;
}

/** Returns the number of a plan's newest round that was due by a time; 0: none. */
export async function lastRoundDue(db: Queryable, { id, workspaceId }: PlanName, by: string): Promise<number> {
  const row = await db
    .selectFrom('plan_rounds')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('plan_id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('due_at', '<=', by)
    .executeTakeFirst();
  return row?.number ?? 0;
}
