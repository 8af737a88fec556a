import { rowsAfter } from '../../domain/text/listPosition.ts';
import type { SavedView } from '../../domain/websites/savedView.ts';
import { removeSavedView, saveView, viewsOfWorkspace } from '../../services/websites/savedViews.ts';
import { openListPage } from '../listPage.ts';
import { defineOperation, type Operation } from '../operation.ts';

const shared = { tag: 'Management' } as const;
export const savedViewsOperations: readonly Operation[] = [
  defineOperation('listSavedViews', {
    ...shared,
    permission: 'read',
    summary: 'List saved views of the web app, oldest first',
    async run(ctx, { query }) {
      const page = openListPage(ctx, 'listSavedViews', { query });
      const positionOf = ({ savedAt, id }: SavedView) => ({ at: savedAt, id });
      const rows = rowsAfter(await viewsOfWorkspace(ctx), positionOf, page.after, page.count);
      return { status: 200, body: page.close(rows, positionOf) };
    },
  }),
  defineOperation('saveView', {
    ...shared,
    permission: 'manage',
    summary: 'Save a page of the web app with its filters under a name; every member sees it',
    async run(ctx, { body }) {
      return { status: 201, body: { view: await saveView(ctx, body) } };
    },
  }),
  defineOperation('removeSavedView', {
    ...shared,
    permission: 'manage',
    summary: 'Remove a saved view',
    async run(ctx, { params }) {
      await removeSavedView(ctx, { id: params.id });
      return { status: 204, body: null };
    },
  }),
];
