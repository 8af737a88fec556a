import type { WorkDecision } from '../../domain/work/workItem.ts';
import { mapColumns } from '../database/columns.ts';
import type { DatabaseKind } from '../database/open.ts';
import type { Queryable, Tx } from '../database/transaction.ts';

type Place = { workspaceId: string; websiteId: string; id: string };

const columns = mapColumns<WorkDecision>()({
  plain: 'state owner dueDay note reason changedAt changedBy doneAt',
  json: 'evidence',
});

const columnsOf = (decision: WorkDecision) => ({
  rule: decision.evidence.rule,
  subject: decision.evidence.subject,
  ...columns.write(decision),
  evidence_kind: decision.evidence.kind,
});

/** Returns members' decisions about items of a website, by item id. */
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
  return new Map(rows.map((row) => [row.id, columns.read(row)]));
}

/** Reads a decision and locks it for a change, after making sure that a row exists. */
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
  return columns.read(row);
}

export async function saveDecision(db: Queryable, { workspaceId, id }: Place, decision: WorkDecision): Promise<void> {
  await db
    .updateTable('work_items')
    .set(columnsOf(decision))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}
