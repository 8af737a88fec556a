import { sql } from 'kysely';
import type { Db, Queryable } from '../database/transaction.ts';
import { type CitedPage, pageFrom } from './pages.ts';

const workStates = ['waiting', 'reading', 'judging'];

/** Lists hosts that no process reads from now, with pages in a queue or left unfinished by a process that ended. */
export async function hostsWithWork(db: Queryable, now: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('cited_pages')
    .leftJoin('cited_hosts', 'cited_hosts.host', 'cited_pages.host')
    .select('cited_pages.host')
    .where('cited_pages.state', 'in', workStates)
    .where((eb) => eb.or([eb('cited_hosts.lease_until', 'is', null), eb('cited_hosts.lease_until', '<=', now)]))
    .groupBy('cited_pages.host')
    .orderBy((eb) => eb.fn.min('queued_at'))
    .limit(sql.lit(limit))
    .execute();
  return rows.map(({ host }) => host);
}

/** Returns true if the host now belongs to this process until the given time. */
export async function leaseHost(db: Db, host: string, now: string, until: string): Promise<boolean> {
  const rows = await db
    .insertInto('cited_hosts')
    .values({ host, lease_until: until })
    .onConflict((conflict) =>
      conflict.column('host').doUpdateSet({ lease_until: until }).where('cited_hosts.lease_until', '<=', now),
    )
    .returning('host')
    .execute();
  return rows.length > 0;
}

export async function extendHost(db: Queryable, host: string, until: string): Promise<void> {
  await db.updateTable('cited_hosts').set({ lease_until: until }).where('host', '=', host).execute();
}

/** Lists pages of a host in one of these states, oldest first. */
export async function pagesOfHost(
  db: Queryable,
  host: string,
  state: CitedPage['state'],
  limit: number,
): Promise<CitedPage[]> {
  const rows = await db
    .selectFrom('cited_pages')
    .selectAll()
    .where('host', '=', host)
    .where('state', '=', state)
    .orderBy('queued_at')
    .orderBy('id')
    .limit(sql.lit(limit))
    .execute();
  return rows.map(pageFrom);
}

/** Records before the fetch that a page is being read, and under which id; false if another process has it. */
export async function beginReading(db: Queryable, pageId: string, pendingId: string): Promise<boolean> {
  const begun = await db
    .updateTable('cited_pages')
    .set({ state: 'reading', pending_id: pendingId })
    .where('id', '=', pageId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return begun.numUpdatedRows > 0n;
}

/** Returns a page whose fetch never began to its queue. */
export async function requeuePage(db: Queryable, pageId: string): Promise<void> {
  await db.updateTable('cited_pages').set({ state: 'waiting', pending_id: null }).where('id', '=', pageId).execute();
}

export async function forgottenHosts(db: Queryable, workspaceId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('forgotten_hosts').select('host').where('workspace_id', '=', workspaceId).execute();
  return new Set(rows.map(({ host }) => host));
}

export async function insertForgottenHost(
  db: Queryable,
  row: { workspaceId: string; host: string; at: string; by: string },
): Promise<void> {
  await db
    .insertInto('forgotten_hosts')
    .values({ workspace_id: row.workspaceId, host: row.host, forgotten_at: row.at, forgotten_by: row.by })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'host']).doNothing())
    .execute();
}

export async function deleteForgottenHost(db: Queryable, workspaceId: string, host: string): Promise<boolean> {
  const result = await db
    .deleteFrom('forgotten_hosts')
    .where('workspace_id', '=', workspaceId)
    .where('host', '=', host)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function findKeepDays(db: Queryable, workspaceId: string, usual: number): Promise<number> {
  const row = await db
    .selectFrom('cited_page_settings')
    .select('keep_days')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.keep_days ?? usual;
}

export async function saveKeepDays(db: Queryable, workspaceId: string, days: number): Promise<void> {
  await db
    .insertInto('cited_page_settings')
    .values({ workspace_id: workspaceId, keep_days: days })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ keep_days: days }))
    .execute();
}

export async function plansOfWebsite(db: Queryable, workspaceId: string, websiteId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cited_after_rounds')
    .select('plan_id')
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .orderBy('plan_id')
    .execute();
  return rows.map((row) => row.plan_id);
}

/**
 * Sets the plans after whose rounds the pages of a website are read, starting with their next ended round; false if one is
 * another website's.
 */
export async function savePlans(
  db: Queryable,
  scope: { workspaceId: string; websiteId: string },
  plans: readonly { id: string; lastRound: number }[],
): Promise<boolean> {
  const ids = plans.map(({ id }) => id);
  const elsewhere = db.selectFrom('cited_after_rounds').select('plan_id').where('website_id', '!=', scope.websiteId);
  if (ids.length > 0 && (await elsewhere.where('plan_id', 'in', ids).execute()).length > 0) return false;
  await db
    .deleteFrom('cited_after_rounds')
    .where('workspace_id', '=', scope.workspaceId)
    .where('website_id', '=', scope.websiteId)
    .execute();
  for (const { id, lastRound } of plans) {
    await db
      .insertInto('cited_after_rounds')
      .values({ plan_id: id, workspace_id: scope.workspaceId, website_id: scope.websiteId, last_round: lastRound })
      .execute();
  }
  return true;
}

/** Lists plans with a round that ended after the last one whose pages were read. */
export async function endedRounds(
  db: Queryable,
): Promise<{ planId: string; workspaceId: string; websiteId: string; round: number }[]> {
  const rows = await db
    .selectFrom('cited_after_rounds')
    .innerJoin('plan_rounds', (join) =>
      join
        .onRef('plan_rounds.plan_id', '=', 'cited_after_rounds.plan_id')
        .onRef('plan_rounds.number', '>', 'cited_after_rounds.last_round')
        .on('plan_rounds.state', '=', 'ended'),
    )
    .select('cited_after_rounds.plan_id as planId')
    .select(['cited_after_rounds.workspace_id as workspaceId', 'cited_after_rounds.website_id as websiteId'])
    .select((eb) => eb.fn.max('plan_rounds.number').as('round'))
    .groupBy(['cited_after_rounds.plan_id', 'cited_after_rounds.workspace_id', 'cited_after_rounds.website_id'])
    .limit(sql.lit(20))
    .execute();
  return rows.map((row) => ({ ...row, round: Number(row.round) }));
}

export async function markRound(db: Queryable, planId: string, round: number): Promise<void> {
  await db.updateTable('cited_after_rounds').set({ last_round: round }).where('plan_id', '=', planId).execute();
}

/** Lists websites whose pages are read after rounds, and that have a page last read before this time. */
export async function websitesUnreadSince(
  db: Queryable,
  before: string,
): Promise<{ workspaceId: string; websiteId: string }[]> {
  const rows = await db
    .selectFrom('cited_after_rounds')
    .select(['workspace_id', 'website_id'])
    .distinct()
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('answer_support')
          .innerJoin('cited_pages', 'cited_pages.id', 'answer_support.page_id')
          .innerJoin('cited_page_readings', 'cited_page_readings.id', 'cited_pages.reading_id')
          .select(sql.lit(1).as('one'))
          .whereRef('answer_support.website_id', '=', 'cited_after_rounds.website_id')
          .whereRef('answer_support.workspace_id', '=', 'cited_after_rounds.workspace_id')
          .where('cited_pages.state', '=', 'idle')
          .where('cited_page_readings.read_at', '<', before),
      ),
    )
    .execute();
  return rows.map((row) => ({ workspaceId: row.workspace_id, websiteId: row.website_id }));
}
