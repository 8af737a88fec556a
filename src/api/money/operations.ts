import { type MicroUsd, microUsdOf, usdOf } from '../../domain/money/usd.ts';
import { changeBudget, readBudgets } from '../../services/money/budgetSettings.ts';
import { listSpent, readSpending } from '../../services/money/readSpending.ts';
import { recordRefunds } from '../../services/money/recordRefunds.ts';
import { settlePurchases } from '../../services/money/settlePurchases.ts';
import { quoteAnswers } from '../../services/runs/quoteAnswers.ts';
import { type Operation, operationsOf } from '../operation.ts';
import { presentBudget, presentQuote, presentRecordMoney, presentSpending } from './present.ts';

const define = operationsOf('Money');

const presentCorrection = <Outcome>({ id, outcome, before, after }: Correction<Outcome>) => ({
  ...{ id, outcome, beforeUsd: usdOf(before), afterUsd: usdOf(after) },
});
type Correction<Outcome> = { id: string; outcome: Outcome; before: MicroUsd | null; after: MicroUsd | null };

export const moneyOperations: readonly Operation[] = [
  define.read('quoteAnswers', {
    isReadOnly: true,
    summary: 'Quote the cost of asking saved questions',
    description:
      'Costs and changes nothing. Returns the typical cost, maximum cost and hold per answer and in total, the requests covered by saved answers, and the remaining budgets.',
    errors: ['engine_unavailable', 'unsupported_setting'],
    tool: {
      name: 'quote',
      title: 'Quote',
      description: 'Cost of asking saved questions, and the remaining budgets. Free; changes nothing.',
      brief: ['items'],
    },
    run: async (ctx, { body }) => presentQuote(await quoteAnswers(ctx, body)),
  }),
  define.read('readSpending', {
    mayLag: true,
    summary: 'Read the spending of this workspace in a month',
    description:
      'Stated, estimated, held and unknown amounts separately, by engine, plan, key, question or day. The rows add up to the total exactly. Answers, second readings and SEO lookups.',
    tool: {
      title: 'Read spending',
      description: 'Spending of a UTC month by engine, plan, key, question or day.',
    },
    run: async (ctx, { query }) => presentSpending(await readSpending(ctx, query)),
  }),
  define.read('listPurchases', {
    mayLag: true,
    summary: 'List the runs and SEO reports of a spending figure, with every ledger entry',
    async run(ctx, { query, page }) {
      const rows = await listSpent(ctx, { ...query, ...page });
      return page.close(rows, ({ begunAt, recordId }) => ({ at: begunAt, id: recordId }), presentRecordMoney);
    },
  }),
  define.read('listBudgets', {
    summary: 'List the budgets that apply here, with their remaining amounts this month',
    async run(ctx, { query }) {
      const { budgets, month, simulated, freeAt } = await readBudgets(ctx, query);
      const visibleItems = budgets.map((budget) => ({ ...presentBudget(budget), label: budget.label }));
      return { month, simulated, freeAt, budgets: visibleItems };
    },
  }),
  define.read('changeBudget', {
    summary: 'Set the monthly budget of this workspace or one of its keys',
    description: 'Amounts already spent and held count. A purchase that exceeds the budget is refused with run_limit.',
    async run(ctx, { body: { kind, id, limitUsd } }) {
      const limitMicro = limitUsd === null ? null : microUsdOf(limitUsd);
      const budget = await changeBudget(ctx, { kind, id, limitMicro });
      return { budget: { ...presentBudget(budget), label: budget.label } };
    },
  }),
  define.read('recordRefunds', {
    summary: 'Record refunds from a vendor’s export',
    description:
      'If the export shows less than the vendor stated, adds a refund next to the entry it corrects, with the export as its source. Other differences are reported and change nothing.',
    async run(ctx, { body: { exportDay, charges } }) {
      const recorded = await recordRefunds(ctx, {
        exportDay,
        charges: charges.map(({ id, chargedUsd }) => ({ id, micro: microUsdOf(chargedUsd) })),
      });
      return { items: recorded.map(presentCorrection) };
    },
  }),
  define.read('settlePurchases', {
    summary: 'Settle purchases whose cost is unknown, with evidence',
    description:
      'Adds an entry with the charged amount, and frees the rest of the budget. Known costs do not change. The audit log keeps the evidence.',
    async run(ctx, { body: { evidence, exportDay, charges } }) {
      const settled = await settlePurchases(ctx, {
        evidence,
        exportDay: exportDay ?? null,
        charges: charges.map(({ id, chargedUsd }) => ({ id, micro: microUsdOf(chargedUsd) })),
      });
      return { items: settled.map(presentCorrection) };
    },
  }),
];
