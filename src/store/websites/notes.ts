import type { SiteNote } from '../../domain/websites/siteNote.ts';
import type { Queryable } from '../database/transaction.ts';

type Place = { workspaceId: string; websiteId: string };

/** Lists the notes of a website, earliest day first. */
export async function listSiteNotes(db: Queryable, place: Place): Promise<SiteNote[]> {
  const rows = await db
    .selectFrom('site_notes')
    .select(['id', 'day', 'text', 'said_by', 'said_at'])
    .where('workspace_id', '=', place.workspaceId)
    .where('website_id', '=', place.websiteId)
    .orderBy('day')
    .orderBy('id')
    .execute();
  return rows.map(({ id, day, text, said_by, said_at }) => ({ id, date: day, text, saidBy: said_by, saidAt: said_at }));
}

export async function insertSiteNote(db: Queryable, place: Place, note: SiteNote): Promise<void> {
  const { id, date: day, text, saidBy: said_by, saidAt: said_at } = note;
  const values = { id, workspace_id: place.workspaceId, website_id: place.websiteId, day, text, said_by, said_at };
  await db.insertInto('site_notes').values(values).execute();
}

/** Returns false if the website has no such note. */
export async function deleteSiteNote(db: Queryable, place: Place, id: string): Promise<boolean> {
  const deleteResult = await db
    .deleteFrom('site_notes')
    .where('workspace_id', '=', place.workspaceId)
    .where('website_id', '=', place.websiteId)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleteResult.numDeletedRows === 1n;
}
