import { invalidField, notFound } from '../../domain/errors.ts';
import { maxSiteNotes, type SiteNote } from '../../domain/websites/siteNote.ts';
import { deleteSiteNote, insertSiteNote, listSiteNotes } from '../../store/websites/notes.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';

/** Lists the notes of a website, including an archived one, whose history stays readable. @throws not_found */
export async function notesOfSite(ctx: Ctx, input: { websiteId: string }): Promise<SiteNote[]> {
  return listSiteNotes(ctx.db, await resolvePlace(ctx, input.websiteId));
}

/** @throws invalid_request naming `text` if there are too many */
export async function addSiteNote(
  ctx: Ctx,
  { websiteId, date, text }: { websiteId: string; date: string; text: string },
): Promise<SiteNote> {
  const place = await resolvePlace(ctx, websiteId);
  const siteNotes = await listSiteNotes(ctx.db, place);
  if (siteNotes.length >= maxSiteNotes) {
    throw invalidField('text', `exceeds the limit: ${maxSiteNotes} notes are kept for a website`);
  }
  const statement = { saidBy: ctx.principal.accountEmail, saidAt: nowIso(ctx) };
  const note = { id: ctx.runtime.newId('note'), date, text, ...statement };
  await insertSiteNote(ctx.db, place, note);
  return note;
}

/** @throws not_found */
export async function removeSiteNote(ctx: Ctx, input: { websiteId: string; id: string }): Promise<void> {
  if (!(await deleteSiteNote(ctx.db, await resolvePlace(ctx, input.websiteId), input.id))) throw notFound('note');
}

async function resolvePlace(ctx: Ctx, websiteId: string) {
  const { workspaceId } = ctx.principal;
  const website = await findWebsite(ctx.db, workspaceId, websiteId);
  if (website === null) throw notFound('website');
  return { workspaceId, websiteId: website.id };
}
