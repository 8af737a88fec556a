import { invalidField, notFound } from '../../domain/errors.ts';
import { maxSavedViews, type SavedView } from '../../domain/websites/savedView.ts';
import { savedViews } from '../../store/websites/savedViews.ts';
import { type Ctx, nowIso } from '../appContext.ts';

export async function viewsOfWorkspace({ db, principal }: Ctx): Promise<SavedView[]> {
  return savedViews.list(db, principal.workspaceId);
}

/** @throws invalid_request naming `name` if the workspace has reached its maximum */
export async function saveView(ctx: Ctx, { name, path }: Pick<SavedView, 'name' | 'path'>): Promise<SavedView> {
  if ((await viewsOfWorkspace(ctx)).length >= maxSavedViews) {
    throw invalidField('name', `exceeds the limit: a workspace can have ${maxSavedViews} views`);
  }
  const saved = { savedBy: ctx.principal.accountEmail, savedAt: nowIso(ctx) };
  const view = { id: ctx.runtime.newId('view'), name, path, ...saved };
  await savedViews.insert(ctx.db, ctx.principal.workspaceId, view);
  return view;
}

/** @throws not_found */
export async function removeSavedView(ctx: Ctx, { id }: { id: string }): Promise<void> {
  if (!(await savedViews.remove(ctx.db, ctx.principal.workspaceId, id))) throw notFound('view');
}
