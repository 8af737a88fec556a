import { usdOf } from '../../domain/money/usd.ts';
import { readAuditLog } from '../../services/access/auditLog.ts';
import {
  decideApproval,
  listApprovals,
  readApproval,
  type ShownApproval,
} from '../../services/approvals/decideApprovals.ts';
import { openListPage } from '../listPage.ts';
import { presentBudget } from '../money/present.ts';
import { defineOperation, type Operation } from '../operation.ts';

const shared = { permission: 'read', tag: 'Approvals' } as const;

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
  defineOperation('listApprovals', {
    ...shared,
    summary: 'List purchases that need a member’s approval, newest first',
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listApprovals', { query });
      const rows = await listApprovals(ctx, { ...page, state: query.state });
      const { items, nextCursor } = page.close(rows, ({ requestedAt, id }) => ({ at: requestedAt, id }));
      return { status: 200, body: { items: items.map(presentApproval), nextCursor } };
    },
  }),
  defineOperation('readApproval', {
    ...shared,
    summary: 'Read one requested purchase with its price and budgets',
    async run(ctx, { params }) {
      const { approval, quote } = await readApproval(ctx, params);
      const view = quote && {
        typicalUsd: usdOf(quote.typical),
        maxUsd: usdOf(quote.max),
        simulated: quote.simulated,
        budgets: quote.budgets.map(presentBudget),
      };
      return { status: 200, body: { approval: presentApproval(approval), quote: view } };
    },
  }),
  defineOperation('decideApproval', {
    ...shared,
    // The decision writes its own audit entry, in its transaction.
    isReadOnly: true,
    summary: 'Approve or decline one purchase, or one round of them',
    description:
      'An approval covers one purchase, or one round of purchases, within ten minutes. The requester repeats the same operation, body and Idempotency-Key.',
    errors: ['account_not_allowed'],
    async run(ctx, { params, body }) {
      return { status: 200, body: { approval: presentApproval(await decideApproval(ctx, { ...params, ...body })) } };
    },
  }),
  defineOperation('readAuditLog', {
    ...shared,
    summary: 'List changes in this workspace by people, keys and plans, newest first',
    description: 'Entries are append-only. Reads are not recorded.',
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'readAuditLog', { query });
      const { items, nextCursor } = page.close(await readAuditLog(ctx, page), ({ at, id }) => ({ at, id }));
      const entries = items.map(({ id, at, actor, act, subject, subjectName, note }) => ({
        id,
        at,
        actor: { kind: actor.kind, id: actor.id, name: actor.name, accountEmail: actor.accountEmail },
        act,
        subject,
        subjectName,
        note,
      }));
      return { status: 200, body: { items: entries, nextCursor } };
    },
  }),
];
