import { sql } from 'kysely';
import type { FactOnPage, PageFacts, PageView } from '../../domain/citedPages/citedPage.ts';
import { mapColumns } from '../database/columns.ts';
import type { Queryable } from '../database/transaction.ts';

export type CitedPage = {
  id: string;
  workspaceId: string;
  url: string;
  host: string;
  state: 'waiting' | 'reading' | 'judging' | 'idle';
  readingId: string | null;
  pendingId: string | null;
};

export type PageReading = {
  id: string;
  pageId: string;
  readAt: string;
  rule: string;
  facts: PageFacts;
  changedAt: string | null;
  archive: 'kept' | 'none' | 'deleted';
};

export type PageViewRow = {
  websiteId: string;
  view: PageView | null;
  facts: readonly FactOnPage[];
  lostSince: string | null;
};

const pageColumns = mapColumns<CitedPage>()({ plain: 'id workspaceId url host state readingId pendingId' });
const readingColumns = mapColumns<PageReading>()({ plain: 'id pageId readAt rule changedAt archive', json: 'facts' });
export const pageFrom = pageColumns.read;

/** Within the limits of both databases, and more pages than answers cite, so that one statement is enough. */
const urlsPerQuery = 10_000;

/** Finds pages of a workspace by address. */
export async function pagesByUrl(
  db: Queryable,
  workspaceId: string,
  urls: readonly string[],
): Promise<Map<string, CitedPage>> {
  const pages = new Map<string, CitedPage>();
  for (let from = 0; from < urls.length; from += urlsPerQuery) {
    const rows = await db
      .selectFrom('cited_pages')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('url', 'in', urls.slice(from, from + urlsPerQuery))
      .execute();
    for (const row of rows) pages.set(row.url, pageFrom(row));
  }
  return pages;
}

export async function findPage(db: Queryable, workspaceId: string, id: string): Promise<CitedPage | null> {
  const row = await db
    .selectFrom('cited_pages')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : pageFrom(row);
}

export async function insertPage(
  db: Queryable,
  { id, workspaceId, url, host }: Pick<CitedPage, 'id' | 'workspaceId' | 'url' | 'host'>,
  now: string,
): Promise<void> {
  await db
    .insertInto('cited_pages')
    .values({
      id,
      workspace_id: workspaceId,
      url,
      host,
      state: 'idle',
      queued_at: now,
      reading_id: null,
      pending_id: null,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'url']).doNothing())
    .execute();
}

/** Queues idle pages; queued ones keep their place. */
export async function queuePages(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
  state: 'waiting' | 'judging',
  now: string,
): Promise<void> {
  for (let from = 0; from < ids.length; from += urlsPerQuery) {
    await db
      .updateTable('cited_pages')
      .set({ state, queued_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids.slice(from, from + urlsPerQuery))
      .where('state', '=', 'idle')
      .execute();
  }
}

/** Lists the pages that a website's answers cite. */
export async function pagesOfWebsite(db: Queryable, workspaceId: string, websiteId: string): Promise<CitedPage[]> {
  const rows = await db
    .selectFrom('cited_pages')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', (from) =>
      from
        .selectFrom('answer_support')
        .select('page_id')
        .where('workspace_id', '=', workspaceId)
        .where('website_id', '=', websiteId),
    )
    .orderBy('url')
    .execute();
  return rows.map(pageFrom);
}

/** Reads the newest readings by page, with their statements about a website. */
export async function newestReadings(
  db: Queryable,
  workspaceId: string,
  pages: readonly CitedPage[],
): Promise<Map<string, PageReading>> {
  const ids = pages.flatMap(({ readingId }) => readingId ?? []);
  const readings = new Map<string, PageReading>();
  for (let from = 0; from < ids.length; from += urlsPerQuery) {
    const rows = await db
      .selectFrom('cited_page_readings')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids.slice(from, from + urlsPerQuery))
      .execute();
    for (const row of rows) readings.set(row.page_id, readingColumns.read(row));
  }
  return readings;
}

/** Lists statements about a website, by reading. */
export async function listViews(
  db: Queryable,
  websiteId: string,
  readingIds: readonly string[],
): Promise<Map<string, PageViewRow>> {
  const views = new Map<string, PageViewRow>();
  for (let from = 0; from < readingIds.length; from += urlsPerQuery) {
    const rows = await db
      .selectFrom('cited_page_views')
      .selectAll()
      .where('website_id', '=', websiteId)
      .where('reading_id', 'in', readingIds.slice(from, from + urlsPerQuery))
      .execute();
    for (const row of rows) {
      views.set(row.reading_id, {
        websiteId,
        view: JSON.parse(row.view) as PageView | null,
        facts: JSON.parse(row.facts) as FactOnPage[],
        lostSince: row.lost_since,
      });
    }
  }
  return views;
}

/** Lists all readings of a page, newest first. */
export async function listReadings(db: Queryable, workspaceId: string, pageId: string): Promise<PageReading[]> {
  const rows = await db
    .selectFrom('cited_page_readings')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('page_id', '=', pageId)
    .orderBy('read_at', 'desc')
    .limit(sql.lit(100))
    .execute();
  return rows.map(readingColumns.read);
}

export async function insertReading(
  db: Queryable,
  workspaceId: string,
  reading: PageReading,
  views: readonly PageViewRow[],
): Promise<void> {
  const { id, pageId, readAt, rule, facts, changedAt, archive } = reading;
  await db
    .insertInto('cited_page_readings')
    .values({
      ...{ id, workspace_id: workspaceId, page_id: pageId, read_at: readAt, rule, outcome: facts.outcome },
      ...{ facts: JSON.stringify(facts), changed_at: changedAt, archive },
    })
    .execute();
  await insertViews(db, { id, pageId }, views);
}

/** Saves a reading's statements about websites, replacing earlier ones. */
export async function insertViews(
  db: Queryable,
  { id, pageId }: Pick<PageReading, 'id' | 'pageId'>,
  views: readonly PageViewRow[],
): Promise<void> {
  for (const { websiteId, view, facts, lostSince } of views) {
    const values = {
      names_us: view?.namesUs === true ? 1 : 0,
      lost_since: lostSince,
      view: JSON.stringify(view),
      facts: JSON.stringify(facts),
    };
    await db
      .insertInto('cited_page_views')
      .values({ reading_id: id, page_id: pageId, website_id: websiteId, ...values })
      .onConflict((conflict) => conflict.columns(['reading_id', 'website_id']).doUpdateSet(values))
      .execute();
  }
}

/** Ends the work on a page; false if the page was removed in the meantime. */
export async function endPageWork(db: Queryable, pageId: string, readingId: string | null): Promise<boolean> {
  const newest = readingId === null ? {} : { reading_id: readingId };
  const { numUpdatedRows } = await db
    .updateTable('cited_pages')
    .set({ state: 'idle', pending_id: null, ...newest })
    .where('id', '=', pageId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Counts readings of a workspace since a time, for its daily budget. */
export async function countReadingsSince(db: Queryable, workspaceId: string, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('cited_page_readings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('read_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Removes pages with their readings, views and verdicts. Returns the readings whose archives are to be deleted, and
 * those in progress.
 */
export async function deletePages(db: Queryable, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const archives = await db
    .selectFrom('cited_page_readings')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('page_id', 'in', [...ids])
    .where('archive', '=', 'kept')
    .execute();
  const deleted = await db
    .deleteFrom('cited_pages')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...ids])
    .returning('pending_id')
    .execute();
  return [...archives.map(({ id }) => id), ...deleted.flatMap(({ pending_id }) => pending_id ?? [])];
}

/** Lists the ids of a host's pages. */
export async function pageIdsOfHost(db: Queryable, workspaceId: string, host: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cited_pages')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('host', '=', host)
    .execute();
  return rows.map(({ id }) => id);
}
