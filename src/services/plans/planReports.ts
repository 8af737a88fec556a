import { monthOf } from '../../domain/money/month.ts';
import { formatScope } from '../../domain/money/monthBudget.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { type Balance, readBalances } from '../../store/money/budgets.ts';
import { findDeadKeys } from '../access/planKeys.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { moneyShown } from '../money/budgetSettings.ts';
import { findLastRound, type RoundReport } from './rounds.ts';

/** A plan with its used budget of this month, and its last round. */
export type PlanReport = {
  plan: Plan;
  budget: Pick<Balance, 'used' | 'limit'>;
  keyRevoked: boolean;
  last: RoundReport | null;
};

/** Reports the current state of plans, in their order. */
export async function reportPlans(ctx: Ctx, plans: readonly Plan[]): Promise<PlanReport[]> {
  if (plans.length === 0) return [];
  const scopes = plans.map(({ id }) => formatScope('plan', id));
  const balances = await readBalances(ctx.db, scopes, monthOf(nowIso(ctx)), moneyShown(ctx, undefined));
  const keyIds = plans.flatMap(({ keyId }) => keyId ?? []);
  const dead = await findDeadKeys(ctx, ctx.principal.workspaceId, keyIds);
  const reports: PlanReport[] = [];
  for (const [at, plan] of plans.entries()) {
    reports.push({
      plan,
      budget: balances[at] ?? { used: 0, limit: null },
      keyRevoked: plan.keyId !== null && dead.has(plan.keyId),
      last: await findLastRound(ctx, plan),
    });
  }
  return reports;
}

export async function reportPlan(ctx: Ctx, plan: Plan): Promise<PlanReport> {
  const [report] = await reportPlans(ctx, [plan]);
  if (report === undefined) throw new Error('a plan has one report');
  return report;
}
