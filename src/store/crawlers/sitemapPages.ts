import type { SitemapPage } from '../../domain/crawlers/sitemapReads.ts';
import type { Queryable } from '../database/transaction.ts';

const rowsAtOnce = 500;

/** Replaces the pages of a website's sitemap by those of its newest check. */
export async function replaceSitemapPages(
  db: Queryable,
  websiteId: string,
  pages: readonly SitemapPage[],
  readAt: string,
): Promise<void> {
  await db.deleteFrom('sitemap_pages').where('website_id', '=', websiteId).execute();
  for (let from = 0; from < pages.length; from += rowsAtOnce) {
    const rows = pages.slice(from, from + rowsAtOnce);
    const values = rows.map(({ page, changedAt }) => ({
      website_id: websiteId,
      page,
      changed_at: changedAt,
      read_at: readAt,
    }));
    await db.insertInto('sitemap_pages').values(values).execute();
  }
}

/** Pages of the newest sitemap in code-unit order, and when it was read; null where no check read one. */
export async function listSitemapPages(
  db: Queryable,
  websiteId: string,
): Promise<{ readAt: string; pages: SitemapPage[] } | null> {
  const rows = await db.selectFrom('sitemap_pages').selectAll().where('website_id', '=', websiteId).execute();
  const [first] = rows;
  if (first === undefined) return null;
  return { readAt: first.read_at, pages: rows.map(({ page, changed_at }) => ({ page, changedAt: changed_at })) };
}
