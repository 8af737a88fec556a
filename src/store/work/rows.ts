import type { Selectable } from 'kysely';
import type { WorkDecision } from '../../domain/work/workItem.ts';
import type { DatabaseKind } from '../database/open.ts';
import type { Queryable, Tx } from '../database/transaction.ts';
import type { WorkTables } from './tables.ts';

type Place = { workspaceId: string; websiteId: string; id: string };

const decisionFrom = (row: Selectable<WorkTables['work_items']>): WorkDecision => ({
  state: row.state as WorkDecision['state'],
  owner: row.owner,
  dueDay: row.due_day,
  note: row.note,
  reason: row.reason,
  evidence: JSON.parse(row.evidence),
  changedAt: row.changed_at,
  changedBy: row.changed_by,
  doneAt: row.done_at,
});

const columnsOf = (decision: WorkDecision) => ({
  rule: decision.evidence.rule,
  subject: decision.evidence.subject,
  state: decision.state,
  owner: decision.owner,
  due_day: decision.dueDay,
  note: decision.note,
  reason: decision.reason,
  evidence: JSON.stringify(decision.evidence),
  evidence_kind: decision.evidence.kind,
  changed_at: decision.changedAt,
  changed_by: decision.changedBy,
  done_at: decision.doneAt,
});

/** Decisions of members about items of a website, by item id. */
export async function workDecisions(
  db: Queryable,
  workspaceId: string,
  websiteId: string,
): Promise<Map<string, WorkDecision>> {
  const rows = await db
    .selectFrom('work_items')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .execute();
  return new Map(rows.map((row) => [row.id, decisionFrom(row)]));
}

/** Reads a decision for a change of it, after making sure that there is a row to lock. */
export async function lockDecision(
  tx: Tx,
  engine: DatabaseKind,
  { workspaceId, websiteId, id }: Place,
  first: WorkDecision,
): Promise<WorkDecision> {
  await tx
    .insertInto('work_items')
    .values({ workspace_id: workspaceId, website_id: websiteId, id, ...columnsOf(first) })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doNothing())
    .execute();
  const query = tx.selectFrom('work_items').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id);
  const row = await (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow();
  return decisionFrom(row);
}

export async function saveDecision(db: Queryable, { workspaceId, id }: Place, decision: WorkDecision): Promise<void> {
  await db
    .updateTable('work_items')
    .set(columnsOf(decision))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}
