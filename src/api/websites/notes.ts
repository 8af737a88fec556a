import { rowsAfter } from '../../domain/text/listPosition.ts';
import type { SiteNote } from '../../domain/websites/siteNote.ts';
import { addSiteNote, notesOfSite, removeSiteNote } from '../../services/websites/siteNotes.ts';
import { openListPage } from '../listPage.ts';
import { defineOperation, type Operation } from '../operation.ts';

const shared = { tag: 'Management' } as const;
export const siteNotesOperations: readonly Operation[] = [
  defineOperation('listSiteNotes', {
    ...shared,
    permission: 'read',
    summary: 'List dated notes, such as a rewritten page, by day',
    async run(ctx, { params, query }) {
      const page = openListPage(ctx, 'listSiteNotes', { params, query });
      const positionOf = ({ date, id }: SiteNote) => ({ at: date, id });
      const rows = rowsAfter(await notesOfSite(ctx, { websiteId: params.id }), positionOf, page.after, page.count);
      return { status: 200, body: page.close(rows, positionOf) };
    },
  }),
  defineOperation('addSiteNote', {
    ...shared,
    permission: 'manage',
    tools: [
      {
        name: 'add_note',
        title: 'Add a note',
        description: 'Adds a dated note, such as a rewritten page. Changes no number.',
        rarelyNeeded: true,
      },
    ],
    summary: 'Add a dated note; it appears on the time axis and changes no number',
    async run(ctx, { params, body }) {
      return { status: 201, body: { note: await addSiteNote(ctx, { websiteId: params.id, ...body }) } };
    },
  }),
  defineOperation('removeSiteNote', {
    ...shared,
    permission: 'manage',
    summary: 'Remove a note from the time axis',
    async run(ctx, { params }) {
      await removeSiteNote(ctx, { websiteId: params.id, id: params.noteId });
      return { status: 204, body: null };
    },
  }),
];
