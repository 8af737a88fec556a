import { microUsdOf, usdOf } from '../../domain/money/usd.ts';
import { changeBudget, readBudgets } from '../../services/money/budgetSettings.ts';
import { listSpent, readSpending } from '../../services/money/readSpending.ts';
import { recordRefunds } from '../../services/money/recordRefunds.ts';
import { settlePurchases } from '../../services/money/settlePurchases.ts';
import { quoteAnswers } from '../../services/runs/quoteAnswers.ts';
import { openListPage } from '../listPage.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { presentBudget, presentQuote, presentRecordMoney, presentSpending } from './present.ts';

const shared = { permission: 'read', tag: 'Money' } as const;

export const moneyOperations: readonly Operation[] = [
  defineOperation('quoteAnswers', {
    ...shared,
    isReadOnly: true,
    summary: 'Quote the cost of asking saved questions',
    description:
      'Costs and changes nothing. Returns the typical cost, maximum cost and hold per answer and in total, the requests covered by saved answers, and the remaining budgets.',
    errors: ['engine_unavailable', 'unsupported_setting'],
    tools: [
      {
        name: 'quote',
        title: 'Quote',
        description: 'Cost of asking saved questions, and the remaining budgets. Free; changes nothing.',
        brief: ['items'],
      },
    ],
    async run(ctx, { body }) {
      return { status: 200, body: presentQuote(await quoteAnswers(ctx, body)) };
    },
  }),
  defineOperation('readSpending', {
    ...shared,
    mayLag: true,
    summary: 'Read the spending of this workspace in a month',
    description:
      'Stated, estimated, held and unknown amounts separately, by engine, plan, key, question or day. The rows add up to the total exactly. Answers, second readings and SEO lookups.',
    tools: [
      {
        name: 'read_spending',
        title: 'Read spending',
        description: 'Spending of a UTC month by engine, plan, key, question or day.',
      },
    ],
    async run(ctx, { query }) {
      return { status: 200, body: presentSpending(await readSpending(ctx, query)) };
    },
  }),
  defineOperation('listPurchases', {
    ...shared,
    mayLag: true,
    summary: 'List the runs and SEO reports of a spending figure, with every ledger entry',
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listPurchases', { query });
      const records = page.close(await listSpent(ctx, { ...query, ...page }), ({ begunAt, recordId }) => ({
        at: begunAt,
        id: recordId,
      }));
      return { status: 200, body: { items: records.items.map(presentRecordMoney), nextCursor: records.nextCursor } };
    },
  }),
  defineOperation('listBudgets', {
    ...shared,
    summary: 'List the budgets that apply here, with their remaining amounts this month',
    async run(ctx, { query }) {
      const { budgets, month, simulated, freeAt } = await readBudgets(ctx, query);
      const visibleItems = budgets.map((budget) => ({ ...presentBudget(budget), label: budget.label }));
      return { status: 200, body: { month, simulated, freeAt, budgets: visibleItems } };
    },
  }),
  defineOperation('changeBudget', {
    ...shared,
    summary: 'Set the monthly budget of this workspace or one of its keys',
    description: 'Amounts already spent and held count. A purchase that exceeds the budget is refused with run_limit.',
    async run(ctx, { body: { kind, id, limitUsd } }) {
      const limitMicro = limitUsd === null ? null : microUsdOf(limitUsd);
      const budget = await changeBudget(ctx, { kind, id, limitMicro });
      return { status: 200, body: { budget: { ...presentBudget(budget), label: budget.label } } };
    },
  }),
  defineOperation('recordRefunds', {
    ...shared,
    summary: 'Record refunds from a vendor’s export',
    description:
      'If the export shows less than the vendor stated, adds a refund next to the entry it corrects, with the export as its source. Other differences are reported and change nothing.',
    async run(ctx, { body: { exportDay, charges } }) {
      const recorded = await recordRefunds(ctx, {
        exportDay,
        charges: charges.map(({ id, chargedUsd }) => ({ id, micro: microUsdOf(chargedUsd) })),
      });
      const items = recorded.map(({ id, outcome, before, after }) => {
        return { id, outcome, beforeUsd: usdOf(before), afterUsd: usdOf(after) };
      });
      return { status: 200, body: { items } };
    },
  }),
  defineOperation('settlePurchases', {
    ...shared,
    summary: 'Settle purchases whose cost is unknown, with evidence',
    description:
      'Adds an entry with the charged amount, and frees the rest of the budget. Known costs do not change. The audit log keeps the evidence.',
    async run(ctx, { body: { evidence, exportDay, charges } }) {
      const settled = await settlePurchases(ctx, {
        evidence,
        exportDay: exportDay ?? null,
        charges: charges.map(({ id, chargedUsd }) => ({ id, micro: microUsdOf(chargedUsd) })),
      });
      const items = settled.map(({ id, outcome, before, after }) => {
        return { id, outcome, beforeUsd: usdOf(before), afterUsd: usdOf(after) };
      });
      return { status: 200, body: { items } };
    },
  }),
];
