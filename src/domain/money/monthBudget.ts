import { type BudgetDenial, type BudgetWait, budgetWaits } from '../runs/disposition.ts';
import { endOfMonth, type Month } from './month.ts';
import { type MicroUsd, usdOf, usdText } from './usd.ts';

/** Kinds of budgets, by the payer whose UTC month they limit. */
export const budgetKinds = ['deployment', 'workspace', 'plan', 'key'] as const;
export type BudgetKind = (typeof budgetKinds)[number];

/** A budget that applies to a purchase, or could. `limit` null: none is set. `id` null: the deployment's. */
export type BudgetStanding = { kind: BudgetKind; id: string | null; used: MicroUsd; limit: MicroUsd | null };

/** Percentages of a budget that are reported, each once per month and limit. */
export const reportedPercents = [80, 100] as const;

export const nearsLimit = ({ used, limit }: BudgetStanding): boolean =>
  limit !== null && used * 100 >= limit * reportedPercents[0];

/** Payer of a purchase, which determines the budgets it counts against. */
export type Payer = { workspaceId: string; keyId: string | null; planId: string | null };

/** Key of a balance. */
export function formatScope(kind: BudgetKind, id: string | null): string {
  return id === null ? kind : `${kind}:${id}`;
}

/** Returns the scopes that a purchase counts against, in the order in which their balances are locked. */
export function scopesOf(payer: Payer): string[] {
  return [
    formatScope('deployment', null),
    formatScope('workspace', payer.workspaceId),
    ...(payer.planId === null ? [] : [formatScope('plan', payer.planId)]),
    ...(payer.keyId === null ? [] : [formatScope('key', payer.keyId)]),
  ];
}

/** Returns the budget of a balance. */
export function budgetOfScope(scope: string): { kind: BudgetKind; id: string | null } {
  const [kind, id] = scope.split(':', 2) as [BudgetKind, string | undefined];
  return { kind, id: id ?? null };
}

/** Returns the rest of a budget; never below zero, even if a provider charged more than was held. */
export function leftOf({ used, limit }: Pick<BudgetStanding, 'used' | 'limit'>): MicroUsd | null {
  return limit === null ? null : Math.max(0, limit - used);
}

const nameOf: Readonly<Record<BudgetKind, string>> = {
  deployment: 'the budget of this deployment',
  workspace: 'the budget of this workspace',
  plan: 'the budget of this plan',
  key: 'the budget of this key',
};

/**
 * A worst case held for work in progress. `endsAt`: expected end by its engine's typical duration, in milliseconds
 * since the epoch.
 */
export type OpenHold = { micro: MicroUsd; endsAt: number };

/** A budget that a purchase does not fit into, with the part of `used` that is only held. */
type BindingBudget = BudgetStanding & { limit: MicroUsd; left: MicroUsd; held: MicroUsd };

/**
 * Refuses a hold that does not fit into every budget that applies. Of the budgets that refuse it, names the one that
 * will accept it last; of equal ones, the one with the least left.
 * @param needed null if no price is known: then any budget refuses
 * @param label for people, such as `One openai answer (gpt-5.5)`
 * @param holdsOf returns the holds in progress in a budget
 */
export function denyHold(
  standings: readonly BudgetStanding[],
  needed: MicroUsd | null,
  month: Month,
  label: string,
  holdsOf: (standing: BudgetStanding) => readonly OpenHold[] = () => [],
): BudgetDenial | null {
  let worst: { budget: BindingBudget; wait: BudgetWait } | null = null;
  for (const standing of standings) {
    const { limit, used } = standing;
    const remaining = leftOf(standing);
    if (limit === null || remaining === null || (needed !== null && used + needed <= limit)) continue;
    const budget = { ...standing, limit, left: remaining, held: sumOf(holdsOf(standing)) };
    const wait = waitFor(budget, needed);
    const rank = worst === null ? 1 : budgetWaits.indexOf(wait) - budgetWaits.indexOf(worst.wait);
    if (worst === null || rank > 0 || (rank === 0 && remaining < worst.budget.left)) worst = { budget, wait };
  }
  if (worst === null) return null;
  const { budget, wait } = worst;
  const spent = budget.used - budget.held;
  const shared = {
    ...({ code: 'run_limit', limit: 'budget', budget: budget.kind, leftUsd: usdOf(budget.left) } as const),
    ...{ spentUsd: usdOf(spent), heldUsd: usdOf(budget.held), waitsFor: wait },
  };
  const name = nameOf[budget.kind];
  if (needed === null) {
    const message = `The price of ${label} is not known, and ${name} applies. Nothing was started. Set MAX_USD_PER_ANSWER, or its price in PRICES_FILE, and ask again with a new Idempotency-Key.`;
    return { ...shared, message, neededUsd: null, freeAt: null };
  }
  const freeAt = findFreeTime(wait, budget, needed, month, holdsOf(budget));
  const until: Record<BudgetWait, string> = {
    holds: `after ${freeAt}, when requests under way are expected to have ended, or once the budget is raised`,
    next_month: `after ${freeAt}, or once the budget is raised`,
    raise: 'once the budget is raised',
  };
  const rest =
    budget.held === 0 ? '' : `: $${usdText(spent)} is spent and $${usdText(budget.held)} held for requests under way`;
  const message = `${label} may cost up to $${usdText(needed)}, and ${name} for ${month} has $${usdText(budget.left)} left${rest}. Nothing was started; ask again with a new Idempotency-Key ${until[wait]}.`;
  return { ...shared, message: sentenceCase(message), neededUsd: usdOf(needed), freeAt };
}

function sumOf(holds: readonly OpenHold[]): MicroUsd {
  return holds.reduce((sum, { micro }) => sum + micro, 0);
}

function waitFor({ used, held, limit }: BindingBudget, needed: MicroUsd | null): BudgetWait {
  if (needed === null || needed > limit) return 'raise';
  return used - held + needed <= limit ? 'holds' : 'next_month';
}

/** Returns when a new request makes sense, ISO 8601 UTC. Null: only after the budget is raised. */
function findFreeTime(
  wait: BudgetWait,
  { used, limit }: BindingBudget,
  needed: MicroUsd,
  month: Month,
  holds: readonly OpenHold[],
): string | null {
  if (wait === 'raise') return null;
  if (wait === 'next_month') return endOfMonth(month);
  let missing = used + needed - limit;
  let at = 0;
  for (const { micro, endsAt } of [...holds].sort((one, other) => one.endsAt - other.endsAt)) {
    if (missing <= 0) break;
    missing -= micro;
    at = endsAt;
  }
  const ended = new Date(at).toISOString();
  return ended < endOfMonth(month) ? ended : endOfMonth(month);
}

function sentenceCase(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}
