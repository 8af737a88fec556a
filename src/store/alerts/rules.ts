import type { Selectable } from 'kysely';
import type { AlertKind } from '../../domain/alerts/alertKinds.ts';
import type { AlertDirection, AlertRule, ComparedDays } from '../../domain/alerts/alertRule.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { olderThan } from '../database/olderThan.ts';
import type { DatabaseKind } from '../database/open.ts';
import type { Queryable, Tx } from '../database/transaction.ts';
import type { Tables } from '../schema.ts';

function toRule(row: Selectable<Tables['alert_rules']>): AlertRule {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    kind: row.kind as AlertKind,
    name: row.name,
    websiteId: row.website_id,
    engine: row.engine,
    periodDays: row.period_days as ComparedDays | null,
    direction: row.direction as AlertDirection,
    destinationIds: JSON.parse(row.destination_ids) as string[],
    enabled: row.enabled === 1,
    createdAt: row.created_at,
  };
}

export async function insertAlertRule(db: Queryable, rule: AlertRule, createdBy: string): Promise<void> {
  await db
    .insertInto('alert_rules')
    .values({
      id: rule.id,
      workspace_id: rule.workspaceId,
      kind: rule.kind,
      name: rule.name,
      website_id: rule.websiteId,
      engine: rule.engine,
      period_days: rule.periodDays,
      direction: rule.direction,
      destination_ids: JSON.stringify(rule.destinationIds),
      enabled: rule.enabled ? 1 : 0,
      created_at: rule.createdAt,
      created_by: createdBy,
      archived_at: null,
    })
    .execute();
}

export async function findAlertRule(db: Queryable, workspaceId: string, id: string): Promise<AlertRule | null> {
  const row = await db
    .selectFrom('alert_rules')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : toRule(row);
}

/** Rules that are not archived, newest first. */
export async function listAlertRules(
  db: Queryable,
  workspaceId: string,
  { after, count }: { after: ListPosition | null; count: number },
): Promise<AlertRule[]> {
  const rows = await db
    .selectFrom('alert_rules')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('archived_at', 'is', null)
    .$if(after !== null, (query) => query.where(olderThan(after as ListPosition)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows.map(toRule);
}

/**
 * Locks a workspace's rules for a kind of fact until the transaction ends, so that concurrent transactions decide one
 * after the other, for example whether three failures follow each other.
 */
export async function takeAlertRules(
  tx: Tx,
  engine: DatabaseKind,
  workspaceId: string,
  kind: AlertKind,
): Promise<AlertRule[]> {
  let query = openRules(tx, kind).where('workspace_id', '=', workspaceId).orderBy('id');
  if (engine === 'postgres') query = query.forUpdate();
  return (await query.execute()).map(toRule);
}

/** Lists enabled rules for a kind of fact in every workspace, oldest first. */
export async function listEnabledRules(db: Queryable, kind: AlertKind): Promise<AlertRule[]> {
  return (await openRules(db, kind).orderBy('created_at').orderBy('id').execute()).map(toRule);
}

function openRules(db: Queryable, kind: AlertKind) {
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
  { name, direction, destinationIds, enabled, archivedAt }: RulePatch,
): Promise<void> {
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(direction === undefined ? {} : { direction }),
    ...(destinationIds === undefined ? {} : { destination_ids: JSON.stringify(destinationIds) }),
    ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
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

export type AlertLook = {
  ruleId: string;
  workspaceId: string;
  periodEnd: string;
  lookedAt: string;
  verdict: string;
  p: number | null;
  level: number;
  paired: number;
};

export async function hasLookedAt(db: Queryable, ruleId: string, periodEnd: string): Promise<boolean> {
  const row = await db
    .selectFrom('alert_looks')
    .select('rule_id')
    .where('rule_id', '=', ruleId)
    .where('period_end', '=', periodEnd)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records an evaluation; false when this rule has already evaluated this period, in any process. */
export async function insertLook(tx: Tx, look: AlertLook): Promise<boolean> {
  const inserted = await tx
    .insertInto('alert_looks')
    .values({
      rule_id: look.ruleId,
      workspace_id: look.workspaceId,
      period_end: look.periodEnd,
      looked_at: look.lookedAt,
      verdict: look.verdict,
      p: look.p,
      level: look.level,
      paired: look.paired,
    })
    .onConflict((conflict) => conflict.columns(['rule_id', 'period_end']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** The last looks of a rule, the latest first. */
export async function listLooks(
  db: Queryable,
  workspaceId: string,
  ruleId: string,
  limit: number,
): Promise<AlertLook[]> {
  const rows = await db
    .selectFrom('alert_looks')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .where('workspace_id', '=', workspaceId)
    .orderBy('period_end', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ruleId: row.rule_id,
    workspaceId: row.workspace_id,
    periodEnd: row.period_end,
    lookedAt: row.looked_at,
    verdict: row.verdict,
    p: row.p,
    level: row.level,
    paired: row.paired,
  }));
}
