import { addSiteNote, notesOfSite, removeSiteNote } from '../../services/websites/siteNotes.ts';
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Management');

export const siteNotesOperations: readonly Operation[] = [
  define.read('listSiteNotes', {
    summary: 'List dated notes, such as a rewritten page, by day',
    run: async (ctx, { params, page }) =>
      page.cut(await notesOfSite(ctx, { websiteId: params.id }), ({ date, id }) => ({ at: date, id })),
  }),
  define.manage('addSiteNote', {
    tool: {
      name: 'add_note',
      title: 'Add a note',
      description: 'Adds a dated note, such as a rewritten page. Changes no number.',
      rarelyNeeded: true,
    },
    summary: 'Add a dated note; it appears on the time axis and changes no number',
    run: async (ctx, { params, body }) => ({ note: await addSiteNote(ctx, { websiteId: params.id, ...body }) }),
  }),
  define.manage('removeSiteNote', {
    summary: 'Remove a note from the time axis',
    run: (ctx, { params }) => removeSiteNote(ctx, { websiteId: params.id, id: params.noteId }),
  }),
];
