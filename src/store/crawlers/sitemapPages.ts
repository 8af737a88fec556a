import type { SitemapPage } from '../../domain/crawlers/sitemapReads.ts';
import { insertInParts } from '../database/insertInParts.ts';
import type { Queryable } from '../database/transaction.ts';

/** Replaces the pages of a website's sitemap with those of its newest check. */
export async function replaceSitemapPages(
  db: Queryable,
  websiteId: string,
  pages: readonly SitemapPage[],
  readAt: string,
): Promise<void> {
  await db.deleteFrom('sitemap_pages').where('website_id', '=', websiteId).execute();
  const place = { website_id: websiteId, read_at: readAt };
  const rows = pages.map(({ page, changedAt }) => ({ ...place, page, changed_at: changedAt }));
  await insertInParts(db, 'sitemap_pages', rows);
}

/** Lists pages of the newest sitemap, and when it was read; null if no check read one. */
export async function listSitemapPages(
  db: Queryable,
  websiteId: string,
): Promise<{ readAt: string; pages: SitemapPage[] } | null> {
  const pages = db.selectFrom('sitemap_pages').select(['page', 'changed_at as changedAt', 'read_at as readAt']);
  const rows = await pages.where('website_id', '=', websiteId).execute();
  const [first] = rows;
  return first === undefined ? null : { readAt: first.readAt, pages: rows };
}
