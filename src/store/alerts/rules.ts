import type { AlertKind } from '../../domain/alerts/alertKinds.ts';
import type { AlertRule } from '../../domain/alerts/alertRule.ts';
import { mapColumns } from '../database/columns.ts';
import { type ListPage, newestFirst } from '../database/newestFirst.ts';
import type { DatabaseKind } from '../database/open.ts';
import type { Queryable, Tx } from '../database/transaction.ts';

const columns = mapColumns<AlertRule>()({
  plain: 'id workspaceId kind name websiteId engine periodDays direction createdAt',
  json: 'destinationIds',
  flag: 'enabled',
});

export async function insertAlertRule(db: Queryable, rule: AlertRule, createdBy: string): Promise<void> {
  await db
    .insertInto('alert_rules')
    .values({ ...columns.write(rule), created_by: createdBy, archived_at: null })
    .execute();
}

export async function findAlertRule(db: Queryable, workspaceId: string, id: string): Promise<AlertRule | null> {
  const row = await openRules(db, workspaceId).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : columns.read(row);
}

/** Lists rules that are not archived, newest first. */
export async function listAlertRules(db: Queryable, workspaceId: string, page: ListPage): Promise<AlertRule[]> {
  const rows = await openRules(db, workspaceId).$call(newestFirst(page)).execute();
  return rows.map(columns.read);
}

/**
 * Locks a workspace's rules for a kind of fact until the transaction ends, so that concurrent transactions decide one
 * after the other, for example about three consecutive failures.
 */
export async function lockAlertRules(
  tx: Tx,
  engine: DatabaseKind,
  workspaceId: string,
  kind: AlertKind,
): Promise<AlertRule[]> {
  let query = enabledRules(tx, kind).where('workspace_id', '=', workspaceId).orderBy('id');
  if (engine === 'postgres') query = query.forUpdate();
  return (await query.execute()).map(columns.read);
}

/** Lists enabled rules for a kind of fact in every workspace, oldest first. */
export async function listEnabledRules(db: Queryable, kind: AlertKind): Promise<AlertRule[]> {
  return (await enabledRules(db, kind).orderBy('created_at').orderBy('id').execute()).map(columns.read);
}

function openRules(db: Queryable, workspaceId: string) {
  return db
    .selectFrom('alert_rules')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('archived_at', 'is', null);
}

function enabledRules(db: Queryable, kind: AlertKind) {
  return db
    .selectFrom('alert_rules')
    .selectAll()
    .where('kind', '=', kind)
    .where('enabled', '=', 1)
    .where('archived_at', 'is', null);
}

type RulePatch = Partial<Pick<AlertRule, 'name' | 'direction' | 'destinationIds' | 'enabled'>> & {
  archivedAt?: string;
};

export async function changeAlertRuleRow(
  db: Queryable,
  { id, workspaceId }: Pick<AlertRule, 'id' | 'workspaceId'>,
  { archivedAt, ...patch }: RulePatch,
): Promise<void> {
  const change = {
    ...columns.write(patch),
    ...(archivedAt === undefined ? {} : { archived_at: archivedAt }),
  };
  if (Object.keys(change).length === 0) return;
  await db
    .updateTable('alert_rules')
    .set(change)
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .execute();
}

export type AlertComparison = {
  ruleId: string;
  workspaceId: string;
  periodEnd: string;
  lookedAt: string;
  verdict: string;
  p: number | null;
  level: number;
  paired: number;
};

export async function hasAlertComparison(db: Queryable, ruleId: string, periodEnd: string): Promise<boolean> {
  const row = await db
    .selectFrom('alert_looks')
    .select('rule_id')
    .where('rule_id', '=', ruleId)
    .where('period_end', '=', periodEnd)
    .executeTakeFirst();
  return row !== undefined;
}

const looks = mapColumns<AlertComparison>()({ plain: 'ruleId workspaceId periodEnd lookedAt verdict p level paired' });

/** Records an evaluation; false if this rule has already evaluated this period, in any process. */
export async function insertAlertComparison(tx: Tx, look: AlertComparison): Promise<boolean> {
  const inserted = await tx
    .insertInto('alert_looks')
    .values(looks.write(look))
    .onConflict((conflict) => conflict.columns(['rule_id', 'period_end']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Lists the latest evaluations of a rule, newest first. */
export async function listAlertComparisons(
  db: Queryable,
  workspaceId: string,
  ruleId: string,
  limit: number,
): Promise<AlertComparison[]> {
  const rows = await db
    .selectFrom('alert_looks')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .where('workspace_id', '=', workspaceId)
    .orderBy('period_end', 'desc')
    .limit(limit)
    .execute();
  return rows.map(looks.read);
}
