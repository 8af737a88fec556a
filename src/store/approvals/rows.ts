import type { Selectable } from 'kysely';
import type { Approval } from '../../domain/access/approval.ts';
import type { PaidOperation } from '../../domain/runs/idempotency.ts';
import { type ListPage, newestFirst } from '../database/newestFirst.ts';
import type { Queryable, Tx } from '../database/transaction.ts';
import type { Tables } from '../schema.ts';

/** Properties a grant is bound to; all of them must match. */
export type ApprovalBinding = Pick<Approval, 'workspaceId' | 'operation' | 'idempotencyKey' | 'fingerprint'> & {
  requesterId: string;
};

function toApproval(row: Selectable<Tables['approvals']>): Approval {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    requester: {
      id: row.requester,
      name: row.requester_name,
      accountId: row.account_id,
      accountEmail: row.account_email,
      keyId: row.key_id,
    },
    operation: row.operation as PaidOperation,
    idempotencyKey: row.idempotency_key,
    fingerprint: row.fingerprint,
    body: JSON.parse(row.body),
    requestedAt: row.created_at,
    openUntil: row.open_until,
    decision: row.decision as Approval['decision'],
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    grantUntil: row.grant_until,
    usedAt: row.used_at,
  };
}

export async function insertApproval(db: Queryable, approval: Approval): Promise<void> {
  const { requester } = approval;
  await db
    .insertInto('approvals')
    .values({
      id: approval.id,
      workspace_id: approval.workspaceId,
      requester: requester.id,
      requester_name: requester.name,
      account_id: requester.accountId,
      account_email: requester.accountEmail,
      key_id: requester.keyId,
      operation: approval.operation,
      idempotency_key: approval.idempotencyKey,
      fingerprint: approval.fingerprint,
      body: JSON.stringify(approval.body),
      created_at: approval.requestedAt,
      open_until: approval.openUntil,
      decision: null,
      decided_at: null,
      decided_by: null,
      grant_until: null,
      used_at: null,
    })
    .execute();
}

function boundTo(db: Queryable, binding: ApprovalBinding) {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('workspace_id', '=', binding.workspaceId)
    .where('requester', '=', binding.requesterId)
    .where('operation', '=', binding.operation)
    .where('idempotency_key', '=', binding.idempotencyKey)
    .where('fingerprint', '=', binding.fingerprint);
}

/** Finds the newest request with this binding, whatever its state. */
export async function newestApproval(db: Queryable, binding: ApprovalBinding): Promise<Approval | null> {
  const row = await boundTo(db, binding)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toApproval(row);
}

/** Uses up one open grant with this binding. Null if there is none or another request used it first. */
export async function claimOpenGrant(
  tx: Tx,
  binding: ApprovalBinding,
  now: string,
): Promise<Pick<Approval, 'id' | 'decidedBy'> | null> {
  const open = await boundTo(tx, binding)
    .where('decision', '=', 'approved')
    .where('used_at', 'is', null)
    .where('grant_until', '>', now)
    .limit(1)
    .executeTakeFirst();
  if (open === undefined) return null;
  const updateResult = await tx
    .updateTable('approvals')
    .set({ used_at: now })
    .where('id', '=', open.id)
    .where('workspace_id', '=', binding.workspaceId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return updateResult.numUpdatedRows === 1n ? { id: open.id, decidedBy: open.decided_by } : null;
}

export async function countPendingApprovals(
  db: Queryable,
  workspaceId: string,
  requesterId: string,
  now: string,
): Promise<number> {
  const row = await db
    .selectFrom('approvals')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('requester', '=', requesterId)
    .where('decision', 'is', null)
    .where('open_until', '>', now)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function findApproval(db: Queryable, workspaceId: string, id: string): Promise<Approval | null> {
  const row = await db
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row === undefined ? null : toApproval(row);
}

/** Lists requests of a workspace after a position, newest first. `undecidedAt`: only those pending at that time. */
export async function listApprovalRows(
  db: Queryable,
  workspaceId: string,
  { undecidedAt, ...page }: ListPage & { undecidedAt: string | null },
): Promise<Approval[]> {
  const rows = await db
    .selectFrom('approvals')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(undecidedAt !== null, (query) =>
      query.where('decision', 'is', null).where('open_until', '>', undecidedAt as string),
    )
    .$call(newestFirst(page))
    .execute();
  return rows.map(toApproval);
}

/** Saves the one decision on an open request. False: it is already decided or has expired. */
export async function saveDecision(
  tx: Tx,
  approval: Pick<Approval, 'id' | 'workspaceId'>,
  created: Pick<Approval, 'decision' | 'decidedAt' | 'decidedBy' | 'grantUntil'>,
  now: string,
): Promise<boolean> {
  const result = await tx
    .updateTable('approvals')
    .set({
      decision: created.decision,
      decided_at: created.decidedAt,
      decided_by: created.decidedBy,
      grant_until: created.grantUntil,
    })
    .where('id', '=', approval.id)
    .where('workspace_id', '=', approval.workspaceId)
    .where('decision', 'is', null)
    .where('open_until', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
