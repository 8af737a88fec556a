import { sql } from 'kysely';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import { mapColumns } from '../database/columns.ts';
import { type ListPage, newestFirst } from '../database/newestFirst.ts';
import type { Queryable } from '../database/transaction.ts';

/** A frozen report, without its file. */
export type SharedReportRow = {
  id: string;
  websiteId: string;
  websiteName: string;
  domain: string;
  startDate: string | null;
  endDate: string | null;
  engine: string;
  model: string | null;
  digest: string;
  bytes: number;
  createdAt: string;
  /** Email of its creator. */
  madeBy: string;
};

/** Link to a frozen report. Only recipients know its secret. */
export type ShareLink = {
  id: string;
  reportId: string;
  createdAt: string;
  madeBy: string;
  expiresAt: string;
  revokedAt: string | null;
  lastOpenedAt: string | null;
  opened: number;
};

const reportColumns = mapColumns<SharedReportRow & { html: string }>()({
  plain: 'id websiteId startDate endDate engine model digest bytes html createdAt madeBy',
});
const linkColumns = mapColumns<ShareLink>()({
  plain: 'id reportId createdAt madeBy expiresAt revokedAt lastOpenedAt opened',
});

export async function insertSharedReport(
  db: Queryable,
  workspaceId: string,
  row: Omit<SharedReportRow, 'websiteName' | 'domain'> & { html: string },
): Promise<void> {
  await db
    .insertInto('shared_reports')
    .values({ ...reportColumns.write(row), workspace_id: workspaceId })
    .execute();
}

function select(db: Queryable, workspaceId: string) {
  return db
    .selectFrom('shared_reports')
    .innerJoin('websites', 'websites.id', 'shared_reports.website_id')
    .select([
      'shared_reports.id',
      'shared_reports.website_id as websiteId',
      'websites.name as websiteName',
      'websites.domain',
      'shared_reports.start_date as startDate',
      'shared_reports.end_date as endDate',
      'shared_reports.engine',
      'shared_reports.model',
      'shared_reports.digest',
      'shared_reports.bytes',
      'shared_reports.created_at as createdAt',
      'shared_reports.made_by as madeBy',
    ])
    .where('shared_reports.workspace_id', '=', workspaceId);
}

/** Lists reports, newest first, without their files. */
export async function listSharedReports(
  db: Queryable,
  workspaceId: string,
  { after, count, websiteId }: { after: ListPosition | null; count: number; websiteId: string | null },
): Promise<SharedReportRow[]> {
  return select(db, workspaceId)
    .$if(websiteId !== null, (query) => query.where('shared_reports.website_id', '=', websiteId))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(shared_reports.created_at, shared_reports.id) < (${after?.at ?? ''}, ${after?.id ?? ''})`,
      ),
    )
    .orderBy('shared_reports.created_at', 'desc')
    .orderBy('shared_reports.id', 'desc')
    .limit(count)
    .execute();
}

export async function findSharedReport(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<(SharedReportRow & { html: string }) | null> {
  const row = await select(db, workspaceId)
    .select('shared_reports.html')
    .where('shared_reports.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes a report with all links to it, which then stop working. False if the workspace has no such report. */
export async function deleteSharedReport(db: Queryable, workspaceId: string, id: string): Promise<boolean> {
  const deleteResult = await db
    .deleteFrom('shared_reports')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return deleteResult.numDeletedRows === 1n;
}

export async function countSharedReports(db: Queryable, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('shared_reports')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertShareLink(
  db: Queryable,
  workspaceId: string,
  link: ShareLink,
  secretHash: string,
): Promise<void> {
  await db
    .insertInto('share_links')
    .values({ ...linkColumns.write(link), workspace_id: workspaceId, secret_hash: secretHash })
    .execute();
}

/** Lists the links of a report, newest first. */
export async function listShareLinks(
  db: Queryable,
  workspaceId: string,
  reportId: string,
  page: ListPage,
): Promise<ShareLink[]> {
  const rows = await db
    .selectFrom('share_links')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('report_id', '=', reportId)
    .$call(newestFirst(page))
    .execute();
  return rows.map(linkColumns.read);
}

/** Revokes a link immediately; repeating it changes nothing. False if the report has no such link. */
export async function revokeShareLinkRow(
  db: Queryable,
  workspaceId: string,
  reportId: string,
  id: string,
  now: string,
): Promise<boolean> {
  const updateResult = await db
    .updateTable('share_links')
    .set({ revoked_at: sql`COALESCE(revoked_at, ${now})` })
    .where('workspace_id', '=', workspaceId)
    .where('report_id', '=', reportId)
    .where('id', '=', id)
    .executeTakeFirst();
  return updateResult.numUpdatedRows === 1n;
}

/** Finds an open link with its file; null for any other secret. */
export async function findOpenLink(
  db: Queryable,
  secretHash: string,
  now: string,
): Promise<{ id: string; html: string; digest: string } | null> {
  const row = await db
    .selectFrom('share_links')
    .innerJoin('shared_reports', 'shared_reports.id', 'share_links.report_id')
    .select(['share_links.id', 'shared_reports.html', 'shared_reports.digest'])
    .where('share_links.secret_hash', '=', secretHash)
    .where('share_links.revoked_at', 'is', null)
    .where('share_links.expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

export async function noteLinkOpened(db: Queryable, id: string, now: string): Promise<void> {
  await db
    .updateTable('share_links')
    .set((eb) => ({ last_opened_at: now, opened: eb('opened', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
