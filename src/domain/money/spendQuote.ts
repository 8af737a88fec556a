import type { BudgetStanding } from './monthBudget.ts';
import type { MicroUsd } from './usd.ts';

/** Quote of one purchase, and the budget left for it. Null: no price is known. */
export type SpendQuote = {
  typical: MicroUsd | null;
  max: MicroUsd | null;
  /** True if none of it costs real money. */
  simulated: boolean;
  budgets: readonly BudgetStanding[];
};
