import { usdOf } from '../../domain/money/usd.ts';
import { readAuditLog } from '../../services/access/auditLog.ts';
import {
  decideApproval,
  listApprovals,
  readApproval,
  type ShownApproval,
} from '../../services/approvals/decideApprovals.ts';
import { presentBudget } from '../money/present.ts';
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Approvals');

function presentApproval(approval: ShownApproval) {
  const { id, state, requester, purchase, idempotencyKey, requestedAt, openUntil } = approval;
  return {
    id,
    state,
    requester: { id: requester.id, name: requester.name, accountEmail: requester.accountEmail },
    purchase: { ...purchase, answers: purchase.answers.map((answer) => ({ ...answer })) },
    idempotencyKey,
    requestedAt,
    openUntil,
    decidedAt: approval.decidedAt,
    decidedBy: approval.decidedBy,
    grantUntil: approval.grantUntil,
    usedAt: approval.usedAt,
  };
}

export const approvalsOperations: readonly Operation[] = [
  define.read('listApprovals', {
    summary: 'List purchases that need a member’s approval, newest first',
    async run(ctx, { query, page }) {
      const rows = await listApprovals(ctx, { ...page, state: query.state });
      return page.close(rows, ({ requestedAt, id }) => ({ at: requestedAt, id }), presentApproval);
    },
  }),
  define.read('readApproval', {
    summary: 'Read one requested purchase with its price and budgets',
    async run(ctx, { params }) {
      const { approval, quote } = await readApproval(ctx, params);
      const view = quote && {
        typicalUsd: usdOf(quote.typical),
        maxUsd: usdOf(quote.max),
        simulated: quote.simulated,
        budgets: quote.budgets.map(presentBudget),
      };
      return { approval: presentApproval(approval), quote: view };
    },
  }),
  define.read('decideApproval', {
    // The decision writes its own audit entry, in its transaction.
    isReadOnly: true,
    summary: 'Approve or decline one purchase, or one round of them',
    description:
      'An approval covers one purchase, or one round of purchases, within ten minutes. The requester repeats the same operation, body and Idempotency-Key.',
    errors: ['account_not_allowed'],
    run: async (ctx, { params, body }) => ({
      approval: presentApproval(await decideApproval(ctx, { ...params, ...body })),
    }),
  }),
  define.read('readAuditLog', {
    summary: 'List changes in this workspace by people, keys and plans, newest first',
    description: 'Entries are append-only. Reads are not recorded.',
    run: async (ctx, { page }) =>
      page.close(
        await readAuditLog(ctx, page),
        ({ at, id }) => ({ at, id }),
        ({ id, at, actor: { kind, id: actorId, name, accountEmail }, act, subject, subjectName, note }) => ({
          ...{ id, at, act, subject, subjectName, note },
          actor: { kind, id: actorId, name, accountEmail },
        }),
      ),
  }),
];
