import type { ApiKey } from '../../domain/access/apiKey.ts';
import { invalidField, notFound } from '../../domain/errors.ts';
import { formatScope } from '../../domain/money/monthBudget.ts';
import type { MicroUsd } from '../../domain/money/usd.ts';
import { nextDueTime } from '../../domain/plans/dueTimes.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { revokeApiKey } from '../../store/access/apiKeys.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { saveBudget } from '../../store/money/budgets.ts';
import { saveRoundGrant } from '../../store/plans/roundGrants.ts';
import { changePlanRow, lockPlan } from '../../store/plans/rows.ts';
import { assertMaySpend } from '../access/assertMaySpend.ts';
import { assertPassword } from '../access/confirmPassword.ts';
import { insertPlanKey } from '../access/planKeys.ts';
import { type Ctx, nowIso, steadyIso } from '../appContext.ts';
import { allowCases, assertRevision, quoteAsSeen, type SeenPlan } from './allowPlan.ts';
import { findPlan } from './plans.ts';

const dayMs = 86_400_000;

/**
 * Activates a plan's purchases, for a person who knows the password. Sets what the plan may spend and creates the
 * plan's own key, which can only send the requests of its rounds; an earlier key is revoked. The first round is the
 * next due time. Allows exactly the questions that the plan selects now; those saved later wait. `agentDays` is a grant
 * to agents that need approval: it covers rounds of this revision, up to the month's budget.
 * @throws not_found, invalid_request naming `revision` or `worstCaseUsd`, insufficient_permission naming `password`,
 * account_not_allowed, rate_limited
 */
export async function activatePlan(
  ctx: Ctx,
  input: {
    id: string;
    password: string;
    budgetMicroPerMonth: MicroUsd | null;
    maxMicroPerRound: MicroUsd | null;
    seen: SeenPlan;
    /** Number of days for which agents that need approval may begin rounds on their own; null: never. */
    agentDays: number | null;
  },
): Promise<{ plan: Plan; key: ApiKey; secret: string }> {
  const { id, budgetMicroPerMonth, maxMicroPerRound, agentDays } = input;
  if (agentDays !== null && budgetMicroPerMonth === null) {
    throw invalidField('budgetUsdPerMonth', 'is required if agents may start rounds, because it limits their spending');
  }
  assertMaySpend(ctx);
  await assertPassword(ctx, input.password, 'to let a plan buy');
  const { caseIds } = await quoteAsSeen(ctx, await findPlan(ctx, id), input.seen);
  const { workspaceId, accountId, accountEmail } = ctx.principal;
  const created = await inTransaction(ctx.db, async (tx) => {
    const plan = await lockPlan(tx, ctx.databaseKind, workspaceId, id);
    if (plan === null || plan.state === 'archived') throw notFound('plan');
    if (plan.kind !== 'plan') throw invalidField('id', 'is not the id of one of your plans');
    assertRevision(plan, input.seen.revision);
    await allowCases(ctx, tx, plan, plan.revision.number, caseIds);
    const now = nowIso(ctx);
    if (plan.keyId !== null) await revokeApiKey(tx, workspaceId, plan.keyId, now);
    const { key, secret } = await insertPlanKey(ctx, tx, plan);
    const scope = formatScope('plan', plan.id);
    await saveBudget(tx, { scope, workspaceId, limit: budgetMicroPerMonth, setBy: accountId, setAt: now });
    // An unsettled due time stays due.
    const settledUntil = plan.state === 'active' ? plan.settledUntil : now;
    await changePlanRow(tx, plan, {
      state: 'active',
      keyId: key.id,
      maxMicroPerRound,
      settledUntil,
      nextDueAt: nextDueTime(plan.revision.cadence, plan.revision.madeAt, settledUntil),
      activatedAt: now,
    });
    const until = steadyIso(ctx, (agentDays ?? 0) * dayMs);
    const grant = { revision: plan.revision.number, until, grantedBy: accountEmail };
    await saveRoundGrant(tx, plan, agentDays === null ? null : grant);
    return { key, secret };
  });
  return { plan: await findPlan(ctx, id), ...created };
}
