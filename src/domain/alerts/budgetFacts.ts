import type { Month } from '../money/month.ts';
import { type BudgetKind, type BudgetStanding, formatScope, reportedPercents } from '../money/monthBudget.ts';
import type { AlertFact } from './alertFact.ts';
import { dollarsText } from './numberWords.ts';

const nameOf: Readonly<Record<BudgetKind, string>> = {
  deployment: 'The budget of this deployment',
  workspace: 'The budget of this workspace',
  plan: 'The budget of a plan',
  key: 'The budget of a key',
};

/**
 * Lists facts about budgets after a purchase was held or refused. Held money counts as used, as in every budget. A
 * budget that refused a purchase counts as full, because it cannot pay for another of that price.
 * @param refused the kind of budget that refused the purchase; null: it was held
 */
export function budgetFacts(
  standings: readonly BudgetStanding[],
  { month, simulated, refused }: { month: Month; simulated: boolean; refused: BudgetKind | null },
): AlertFact[] {
  return standings.flatMap((standing) => {
    const { kind, id, used, limit } = standing;
    if (limit === null) return [];
    const isRefused = kind === refused;
    return reportedPercents
      .filter((threshold) => used * 100 >= limit * threshold || isRefused)
      .slice(-1)
      .map((threshold): AlertFact => {
        const isFull = threshold === 100;
        const part = limit === 0 ? 100 : Math.floor((100 * used) / limit);
        return {
          kind: 'budget_used',
          subject: `budget:${formatScope(kind, id)}:${month}:${simulated ? 'simulated:' : ''}${limit}:${threshold}`,
          websiteId: null,
          title: `${nameOf[kind]} for ${month} ${isFull ? 'is used up' : 'is 80 % used'}`,
          lines: [
            `${dollarsText(used)} of ${dollarsText(limit)} are used or held (${part} %).`,
            ...(isRefused ? ['A purchase did not fit and was refused; nothing was started for it.'] : []),
            isFull
              ? 'Further purchases are refused until the budget is raised or the next month begins.'
              : 'Purchases continue until it is used up.',
          ],
          figures: {
            budget: kind,
            budgetId: id,
            month,
            threshold,
            usedUsd: used / 1_000_000,
            limitUsd: limit / 1_000_000,
            refused: isRefused,
          },
          runIds: [],
          path: '/spending',
          simulated,
        };
      });
  });
}
