import type { AlertFact, SavedAlertFact } from '../../domain/alerts/alertFact.ts';
import { type ListPage, newestFirst } from '../database/newestFirst.ts';
import type { Queryable, Tx } from '../database/transaction.ts';

export type NewFact = {
  id: string;
  workspaceId: string;
  /** For a test message, the id of its destination. */
  ruleId: string;
  ruleName: string | null;
  fact: AlertFact;
  at: string;
};

/** Saves a fact that a rule found; false if the rule has already reported this subject. */
export async function insertFact(tx: Tx, { id, workspaceId, ruleId, ruleName, fact, at }: NewFact): Promise<boolean> {
  const inserted = await tx
    .insertInto('alert_facts')
    .values({
      id,
      workspace_id: workspaceId,
      rule_id: ruleId,
      subject: fact.subject,
      kind: fact.kind,
      website_id: fact.websiteId,
      fact: JSON.stringify({ ...fact, ruleName }),
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['rule_id', 'subject']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

type FactRow = { id: string; rule_id: string; fact: string; created_at: string };

function toFact(row: FactRow): SavedAlertFact {
  const fact = JSON.parse(row.fact) as AlertFact & { ruleName: string | null };
  return { ...fact, id: row.id, ruleId: fact.kind === 'test' ? null : row.rule_id, at: row.created_at };
}

export async function findFact(db: Queryable, workspaceId: string, id: string): Promise<SavedAlertFact | null> {
  const row = await db
    .selectFrom('alert_facts')
    .select(['id', 'rule_id', 'fact', 'created_at'])
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row === undefined ? null : toFact(row);
}

/** Lists reported facts, newest first; only those of `ruleId` if given. */
export async function listFacts(
  db: Queryable,
  workspaceId: string,
  { ruleId, after, count }: { ruleId: string | null } & ListPage,
): Promise<SavedAlertFact[]> {
  const rows = await db
    .selectFrom('alert_facts')
    .select(['id', 'rule_id', 'fact', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .$if(ruleId !== null, (query) => query.where('rule_id', '=', ruleId ?? ''))
    .$call(newestFirst({ after, count }))
    .execute();
  return rows.map(toFact);
}
