import { removeSavedView, saveView, viewsOfWorkspace } from '../../services/websites/savedViews.ts';
import { type Operation, operationsOf } from '../operation.ts';

const define = operationsOf('Management');

export const savedViewsOperations: readonly Operation[] = [
  define.read('listSavedViews', {
    summary: 'List saved views of the web app, oldest first',
    run: async (ctx, { page }) => page.cut(await viewsOfWorkspace(ctx), ({ savedAt, id }) => ({ at: savedAt, id })),
  }),
  define.manage('saveView', {
    summary: 'Save a page of the web app with its filters under a name; every member sees it',
    run: async (ctx, { body }) => ({ view: await saveView(ctx, body) }),
  }),
  define.manage('removeSavedView', {
    summary: 'Remove a saved view',
    run: (ctx, { params }) => removeSavedView(ctx, { id: params.id }),
  }),
];
