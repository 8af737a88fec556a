import { invalidField, notFound } from '../../domain/errors.ts';
import { endOfMonth, type Month, monthOf } from '../../domain/money/month.ts';
import {
  type BudgetKind,
  type BudgetStanding,
  budgetOfScope,
  formatScope,
  scopesOf,
} from '../../domain/money/monthBudget.ts';
import { apiKeyNames } from '../../store/access/apiKeys.ts';
import { listBudgets, readBalances, saveBudget } from '../../store/money/budgets.ts';
import { planNames } from '../../store/plans/rows.ts';
import { assertMayManage } from '../access/memberRights.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { deriveStanding, payerOf } from './holdPurchase.ts';

/** A budget for display: `label` names its owner. */
export type ShownBudget = BudgetStanding & { label: string };

export type BudgetsOfMonth = { month: Month; simulated: boolean; freeAt: string; budgets: ShownBudget[] };

/**
 * Returns whether simulated money is shown: as the caller requests, or by default if the declared engine is simulated.
 */
export function moneyShown(ctx: Pick<Ctx, 'engines'>, isAsked: boolean | undefined): boolean {
  return isAsked ?? ctx.engines.declared.simulated;
}

/** Reads this month's budgets that a caller's purchases, or those of another payer, count against. */
export async function budgetsOfCaller(
  ctx: Ctx,
  simulated: boolean,
  payer = payerOf(ctx.principal),
): Promise<BudgetStanding[]> {
  const scopes = scopesOf({ workspaceId: ctx.principal.workspaceId, ...payer });
  const balances = await readBalances(ctx.db, scopes, monthOf(nowIso(ctx)), simulated);
  return balances.map((balance) => deriveStanding(ctx, balance));
}

/** Reads every budget set in this workspace, the deployment's and the workspace's own, with the used amounts. */
export async function readBudgets(ctx: Ctx, request: { simulated?: boolean | undefined }): Promise<BudgetsOfMonth> {
  const { workspaceId } = ctx.principal;
  const simulated = moneyShown(ctx, request.simulated);
  const month = monthOf(nowIso(ctx));
  const always = scopesOf({ workspaceId, ...payerOf(ctx.principal) });
  const set = (await listBudgets(ctx.db, workspaceId)).map(({ scope }) => scope);
  const scopes = [...new Set([...always, ...set])];
  const balances = await readBalances(ctx.db, scopes, month, simulated);
  const keys = await apiKeyNames(ctx.db, workspaceId);
  const plans = await planNames(ctx.db, workspaceId);
  const chooseLabel = (kind: BudgetKind, id: string | null): string => {
    if (kind === 'deployment') return 'This deployment';
    if (kind === 'workspace') return ctx.principal.workspaceName;
    return (kind === 'plan' ? plans : keys).get(id ?? '') ?? id ?? kind;
  };
  const budgets = balances.map((balance) => {
    const standing = deriveStanding(ctx, balance);
    return { ...standing, label: chooseLabel(standing.kind, standing.id) };
  });
  return { month, simulated, freeAt: endOfMonth(month), budgets };
}

export type BudgetChange = { kind: 'workspace' | 'key'; id?: string | undefined; limitMicro: number | null };

/**
 * Sets what a workspace or one of its keys may spend in a UTC month, effective immediately; null removes the limit.
 * Amounts already used count. @throws invalid_request, not_found, insufficient_permission
 */
export async function changeBudget(ctx: Ctx, change: BudgetChange): Promise<ShownBudget> {
  await assertMayManage(ctx, 'set a budget');
  const { workspaceId, accountId } = ctx.principal;
  if (change.kind === 'workspace' && change.id !== undefined) {
    throw invalidField('id', 'is only allowed for a key: a workspace budget always applies to the current workspace');
  }
  if (change.kind === 'key' && change.id === undefined) throw invalidField('id', 'is required: the id of the key');
  const id = change.id ?? workspaceId;
  if (change.kind === 'key' && !(await apiKeyNames(ctx.db, workspaceId)).has(id)) {
    throw notFound('key');
  }
  const scope = formatScope(change.kind, id);
  await saveBudget(ctx.db, { scope, workspaceId, limit: change.limitMicro, setBy: accountId, setAt: nowIso(ctx) });
  const { budgets } = await readBudgets(ctx, {});
  const saved = budgets.find((budget) => formatScope(budget.kind, budget.id) === scope);
  return saved ?? { ...budgetOfScope(scope), used: 0, limit: null, label: id };
}
