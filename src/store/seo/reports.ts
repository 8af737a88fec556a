import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { SeoCallRecord, SeoCallState, SeoReportRecord } from '../../domain/seo/seoReport.ts';
import { mapColumns } from '../database/columns.ts';
import type { Queryable } from '../database/transaction.ts';
import type { Tables } from '../schema.ts';

const callColumns = mapColumns<SeoCallRecord>()({
  plain: 'name state tag sentAt endedAt costUsd error',
  json: 'data refusals',
});
const columns = mapColumns<SeoReportRecord>()({
  plain: 'id workspaceId ownerId runId domain state provider version requestedAt countedAt completedAt',
  flag: 'sandbox',
});

const toReport = (row: Selectable<Tables['seo_reports']>, calls: SeoCallRecord[]): SeoReportRecord => ({
  ...columns.read(row),
  calls,
});

/** @param dueAt on the steady clock: time of the worker's next check */
export async function insertReport(db: Queryable, report: SeoReportRecord, dueAt: string): Promise<void> {
  await db
    .insertInto('seo_reports')
    .values({ ...columns.write(report), completed_at: null, due_at: dueAt })
    .execute();
  await db
    .insertInto('seo_calls')
    .values(
      report.calls.map((call, ordinal) => ({
        report_id: report.id,
        workspace_id: report.workspaceId,
        name: call.name,
        ordinal,
        state: call.state,
        tag: call.tag,
        sent_at: null,
        ended_at: null,
        cost_usd: null,
        error: null,
        data: null,
      })),
    )
    .execute();
}

export async function findReport(db: Queryable, workspaceId: string, id: string): Promise<SeoReportRecord | null> {
  const row = await db
    .selectFrom('seo_reports')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const calls = await db
    .selectFrom('seo_calls')
    .selectAll()
    .where('report_id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .orderBy('ordinal')
    .execute();
  return toReport(row, calls.map(callColumns.read));
}

/** Lists reports, newest first, at most `limit`, without keyword rows (up to a thousand per report), in two queries. */
export async function listReports(db: Queryable, workspaceId: string, limit: number): Promise<SeoReportRecord[]> {
  const rows = await db
    .selectFrom('seo_reports')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  if (rows.length === 0) return [];
  const calls = await db
    .selectFrom('seo_calls')
    .selectAll()
    .select(({ eb, ref }) =>
      eb.case().when('name', '=', sql.lit('ranked_keywords')).then(null).else(ref('data')).end().as('data'),
    )
    .where('workspace_id', '=', workspaceId)
    .where(
      'report_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('ordinal')
    .execute();
  return rows.map((row) => toReport(row, calls.filter((call) => call.report_id === row.id).map(callColumns.read)));
}

/**
 * Finds the newest report of a domain with a call whose outcome is unknown, or that was sent by a process whose lease
 * has expired; null without one.
 */
export async function findUnresolvedReport(
  db: Queryable,
  workspaceId: string,
  domain: string,
  now: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('seo_reports')
    .innerJoin('seo_calls', 'seo_calls.report_id', 'seo_reports.id')
    .select('seo_reports.id')
    .where('seo_reports.workspace_id', '=', workspaceId)
    .where('seo_calls.workspace_id', '=', workspaceId)
    .where('seo_reports.state', '=', sql.lit('pending'))
    .where('seo_reports.domain', '=', domain)
    .where(({ and, eb, or }) =>
      or([
        eb('seo_calls.state', '=', 'unknown'),
        and([eb('seo_calls.state', '=', 'sent'), eb('seo_reports.due_at', '<=', now)]),
      ]),
    )
    .orderBy('seo_reports.requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Counts lookups that an owner requested after a time on the steady clock, whatever their outcome, for the hourly
 * allowance.
 */
export async function countReportsSince(db: Queryable, ownerId: string, since: string): Promise<number> {
  return Number((await reportsSince(db, ownerId, since).executeTakeFirstOrThrow()).count);
}

export function reportsSince(db: Queryable, ownerId: string, since: string) {
  return db
    .selectFrom('seo_reports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('counted_at', '>', since);
}

/** Returns when the oldest lookup inside the hour was counted: a slot is free once it leaves the hour. */
export async function oldestReportSince(db: Queryable, ownerId: string, since: string): Promise<string | null> {
  const row = await db
    .selectFrom('seo_reports')
    .select('counted_at')
    .where('owner_id', '=', ownerId)
    .where('counted_at', '>', since)
    .orderBy('counted_at')
    .limit(1)
    .executeTakeFirst();
  return row?.counted_at ?? null;
}

/**
 * Moves a call from one state to the next, if it is still in the first. Returns true to only one caller: the durable
 * intent of a paid call has one sender.
 */
export async function moveCall(
  db: Queryable,
  report: Pick<SeoReportRecord, 'id' | 'workspaceId'>,
  name: string,
  from: SeoCallState,
  to: Partial<Omit<SeoCallRecord, 'name' | 'state'>> & { state: SeoCallState },
): Promise<boolean> {
  const moved = await db
    .updateTable('seo_calls')
    .set(callColumns.write(to))
    .where('report_id', '=', report.id)
    .where('workspace_id', '=', report.workspaceId)
    .where('name', '=', name)
    .where('state', '=', from)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

export async function completeReport(
  db: Queryable,
  report: Pick<SeoReportRecord, 'id' | 'workspaceId'>,
  now: string,
): Promise<void> {
  await db
    .updateTable('seo_reports')
    .set({ state: 'complete', completed_at: now, due_at: null })
    .where('id', '=', report.id)
    .where('workspace_id', '=', report.workspaceId)
    .where('state', '=', sql.lit('pending'))
    .execute();
}

export async function scheduleReport(
  db: Queryable,
  report: Pick<SeoReportRecord, 'id' | 'workspaceId'>,
  dueAt: string,
): Promise<void> {
  await db
    .updateTable('seo_reports')
    .set({ due_at: dueAt })
    .where('id', '=', report.id)
    .where('workspace_id', '=', report.workspaceId)
    .where('state', '=', sql.lit('pending'))
    .execute();
}

/** Makes reports due that were claimed before a time: their process is known to be gone. */
export async function scheduleOrphanedReportsNow(db: Queryable, claimedBefore: string, now: string): Promise<void> {
  await db
    .updateTable('seo_reports')
    .set({ due_at: now })
    .where('state', '=', sql.lit('pending'))
    .where('counted_at', '<', claimedBefore)
    .execute();
}

/** Makes pending reports due now that wait for a time after `after`. */
export async function scheduleReportsNow(db: Queryable, { after, now }: { after: string; now: string }): Promise<void> {
  await db
    .updateTable('seo_reports')
    .set({ due_at: now })
    .where('state', '=', sql.lit('pending'))
    .where('due_at', '>', after)
    .execute();
}

/** Claims due pending reports for the worker, extending the lease of each. */
export async function claimDueReports(
  db: Queryable,
  now: string,
  leaseUntil: string,
  limit: number,
): Promise<SeoReportRecord[]> {
  const rows = await db
    .selectFrom('seo_reports')
    .select(['id', 'workspace_id', 'due_at'])
    .where('state', '=', sql.lit('pending'))
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  const reports: SeoReportRecord[] = [];
  for (const row of rows) {
    const updateResult = await db
      .updateTable('seo_reports')
      .set({ due_at: leaseUntil })
      .where('id', '=', row.id)
      .where('workspace_id', '=', row.workspace_id)
      .where('due_at', '=', row.due_at)
      .executeTakeFirst();
    if (updateResult.numUpdatedRows !== 1n) continue;
    const report = await findReport(db, row.workspace_id, row.id);
    if (report !== null) reports.push(report);
  }
  return reports;
}
