import type { BudgetDenial } from '../runs/disposition.ts';
import { endOfMonth, type Month } from './month.ts';
import { type MicroUsd, usdOf, usdText } from './usd.ts';

/** Whose money a budget bounds, for one UTC month. */
export const budgetKinds = ['deployment', 'workspace', 'plan', 'key'] as const;
export type BudgetKind = (typeof budgetKinds)[number];

/** A budget that applies to a purchase, or could: `limit` null = none is set. `id` null: the deployment's. */
export type BudgetStanding = { kind: BudgetKind; id: string | null; used: MicroUsd; limit: MicroUsd | null };

/** Who pays: the budgets that a purchase is counted in. */
export type Payer = { workspaceId: string; keyId: string | null; planId: string | null };

/** The name under which a balance is kept. */
export function scopeOf(kind: BudgetKind, id: string | null): string {
  return id === null ? kind : `${kind}:${id}`;
}

/** The scopes that a purchase is counted in, in the order in which their balances are locked. */
export function scopesOf(payer: Payer): string[] {
  return [
    scopeOf('deployment', null),
    scopeOf('workspace', payer.workspaceId),
    ...(payer.planId === null ? [] : [scopeOf('plan', payer.planId)]),
    ...(payer.keyId === null ? [] : [scopeOf('key', payer.keyId)]),
  ];
}

/** The budget that a balance is for. */
export function budgetOfScope(scope: string): { kind: BudgetKind; id: string | null } {
  const [kind, id] = scope.split(':', 2) as [BudgetKind, string | undefined];
  return { kind, id: id ?? null };
}

/** What is left of a budget; never below nothing, though a provider may have charged more than was held. */
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
 * Whether a hold fits into every budget that applies; of those that it does not fit into, the one with least left is named.
 * @param needed null where no price is known: then any budget refuses
 * @param what for people, such as `An answer of openai (gpt-5.5)`
 */
export function denyHold(
  standings: readonly BudgetStanding[],
  needed: MicroUsd | null,
  month: Month,
  what: string,
): BudgetDenial | null {
  let tightest: { standing: BudgetStanding; limit: MicroUsd; left: MicroUsd } | null = null;
  for (const standing of standings) {
    const { limit } = standing;
    const left = leftOf(standing);
    if (limit === null || left === null || (needed !== null && standing.used + needed <= limit)) continue;
    if (tightest === null || left < tightest.left) tightest = { standing, limit, left };
  }
  if (tightest === null) return null;
  const { standing, limit, left } = tightest;
  const shared = { code: 'run_limit', limit: 'budget', budget: standing.kind, leftUsd: usdOf(left) } as const;
  const name = nameOf[standing.kind];
  if (needed === null) {
    const message = `The price of ${what} is not known, and ${name} applies. Nothing was started. Set MAX_USD_PER_ANSWER, or its price in PRICES_FILE, and ask again with a new Idempotency-Key.`;
    return { ...shared, message, neededUsd: null, freeAt: null };
  }
  const wouldEverFit = needed <= limit;
  const freeAt = wouldEverFit ? endOfMonth(month) : null;
  const until = wouldEverFit ? `after ${endOfMonth(month)}, or once the budget is raised` : 'once the budget is raised';
  const message = `${what} may cost up to $${usdText(needed)}, and ${name} for ${month} has $${usdText(left)} left. Nothing was started; ask again with a new Idempotency-Key ${until}.`;
  return { ...shared, message: sentenceCase(message), neededUsd: usdOf(needed), freeAt };
}

function sentenceCase(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}
