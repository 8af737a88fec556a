import type { Plan } from '../../domain/plans/plan.ts';
import type { Queryable } from '../database/transaction.ts';

/** Sets the cases that a plan may ask in one revision, replacing an earlier list. */
export async function saveAllowance(
  db: Queryable,
  { id, workspaceId }: Pick<Plan, 'id' | 'workspaceId'>,
  allowance: { revision: number; caseIds: readonly string[]; allowedBy: string; allowedAt: string },
): Promise<void> {
  const values = {
    revision: allowance.revision,
    case_ids: JSON.stringify(allowance.caseIds),
    allowed_by: allowance.allowedBy,
    allowed_at: allowance.allowedAt,
  };
  await db
    .insertInto('plan_allowances')
    .values({ plan_id: id, workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('plan_id').doUpdateSet(values))
    .execute();
}
