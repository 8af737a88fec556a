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
    isLook: true,
    summary: 'Say what asking saved questions would cost',
    description:
      'Costs nothing and changes nothing. Gives per answer and in total the typical cost, the highest cost and the hold. Also the requests that a saved answer meets, and the rest of each budget.',
    errors: ['engine_unavailable', 'unsupported_setting'],
    tools: [
      {
        name: 'quote',
        title: 'Quote',
        description: 'What asking saved questions would cost, and what budgets leave. Free; changes nothing.',
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
    summary: 'What this workspace spent in a month',
    description:
      'Stated, estimated, held and unknown amounts apart, by engine, plan, key, question or day. The rows add up to the total exactly. Answers, second readings and SEO lookups.',
    tools: [
      {
        name: 'read_spending',
        title: 'Read spending',
        description: 'What was spent in a UTC month, by engine, plan, key, question or day.',
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
    summary: 'The budgets that apply here, and what is left of them this month',
    async run(ctx, { query }) {
      const { budgets, month, simulated, freeAt } = await readBudgets(ctx, query);
      const visibleItems = budgets.map((budget) => ({ ...presentBudget(budget), label: budget.label }));
      return { status: 200, body: { month, simulated, freeAt, budgets: visibleItems } };
    },
  }),
  defineOperation('changeBudget', {
    ...shared,
    summary: 'Set what this workspace, or one of its keys, may spend in a UTC month',
    description: 'What is spent and held already counts. A purchase that does not fit is refused with run_limit.',
    async run(ctx, { body: { kind, id, limitUsd } }) {
      const limitMicro = limitUsd === null ? null : microUsdOf(limitUsd);
      const budget = await changeBudget(ctx, { kind, id, limitMicro });
      return { status: 200, body: { budget: { ...presentBudget(budget), label: budget.label } } };
    },
  }),
  defineOperation('recordRefunds', {
    ...shared,
    summary: 'Record money that a vendor’s export says came back',
    description:
      'Adds a refund next to the entry that it corrects, with the export as its source, where the export says less than the vendor stated. Anything else is reported and changes nothing.',
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
      'Adds an entry with the charged amount, and frees the rest of the budget. A cost that is known already stays as it is. The audit log keeps the evidence.',
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
