import { keepDays } from '../../domain/citedPages/citedPage.ts';
import { invalidField, notFound } from '../../domain/errors.ts';
import {
  deleteForgottenHost,
  findKeepDays,
  forgottenHosts,
  insertForgottenHost,
  plansOfWebsite,
  saveKeepDays,
  savePlans,
} from '../../store/citedPages/hosts.ts';
import {
  type CitedPage,
  deletePages,
  findPage,
  listReadings,
  listViews,
  newestReadings,
  type PageReading,
  type PageViewRow,
  pageIdsOfHost,
  pagesOfWebsite,
} from '../../store/citedPages/pages.ts';
import { clearWriteAheadLog } from '../../store/database/sqliteDialect.ts';
import { inTransaction } from '../../store/database/transaction.ts';
import { findPlan } from '../../store/plans/rows.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';

export type SeenPage = { page: CitedPage; reading: PageReading | null; seen: PageViewRow | null };

/** Lists pages that the answers of a website cite, with their newest reading. */
export async function listCitedPages(ctx: Ctx, websiteId: string): Promise<SeenPage[]> {
  const { workspaceId } = ctx.principal;
  const pages = await pagesOfWebsite(ctx.db, workspaceId, websiteId);
  const readings = await newestReadings(ctx.db, workspaceId, pages);
  const views = await listViews(
    ctx.db,
    websiteId,
    [...readings.values()].map(({ id }) => id),
  );
  return pages.map((page) => {
    const reading = readings.get(page.id) ?? null;
    return { page, reading, seen: reading === null ? null : (views.get(reading.id) ?? null) };
  });
}

/** Reads one page with all its readings, newest first. @throws not_found */
export async function readCitedPage(
  ctx: Ctx,
  { id, websiteId }: { id: string; websiteId: string },
): Promise<SeenPage & { history: { reading: PageReading; seen: PageViewRow | null }[] }> {
  const { workspaceId } = ctx.principal;
  const page = await findPage(ctx.db, workspaceId, id);
  if (page === null || (await findWebsite(ctx.db, workspaceId, websiteId)) === null) throw notFound('page');
  const readings = await listReadings(ctx.db, workspaceId, id);
  const views = await listViews(
    ctx.db,
    websiteId,
    readings.map((reading) => reading.id),
  );
  const history = readings.map((reading) => ({ reading, seen: views.get(reading.id) ?? null }));
  return { page, reading: history[0]?.reading ?? null, seen: history[0]?.seen ?? null, history };
}

/** Deletes all data of a page. It is read again when answers cite it. @throws not_found */
export async function forgetCitedPage(ctx: Ctx, id: string): Promise<void> {
  if ((await findPage(ctx.db, ctx.principal.workspaceId, id)) === null) throw notFound('page');
  await forget(ctx, [id]);
}

/** Deletes all data of a host's pages, and excludes the host from further reading. @throws invalid_request */
export async function forgetCitedHost(ctx: Ctx, name: string): Promise<{ host: string; pages: number }> {
  const { workspaceId, accountId } = ctx.principal;
  const host = URL.parse(`https://${name.trim().toLowerCase()}/`)?.host ?? '';
  if (!/^(?:[\p{L}\d_-]+\.)+[\p{L}\d-]+(?::\d+)?$/u.test(name.trim()) || host === '')
    throw invalidField('host', 'must be the name of a host, such as list.example');
  await insertForgottenHost(ctx.db, { workspaceId, host, at: nowIso(ctx), by: accountId });
  const ids = await pageIdsOfHost(ctx.db, workspaceId, host);
  await forget(ctx, ids);
  return { host, pages: ids.length };
}

/** Allows pages of a host to be read again. @throws not_found */
export async function allowCitedHost(ctx: Ctx, host: string): Promise<void> {
  if (!(await deleteForgottenHost(ctx.db, ctx.principal.workspaceId, host))) throw notFound('host');
}

async function forget(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const archives = await inTransaction(ctx.db, (tx) => deletePages(tx, ctx.principal.workspaceId, ids));
  for (const id of archives) await ctx.evidence.delete(id);
  await clearWriteAheadLog(ctx.db);
}

export type PageSettings = { keepDays: number; planIds: string[]; forgottenHosts: string[] };

/** @throws not_found */
export async function readPageSettings(ctx: Ctx, websiteId: string): Promise<PageSettings> {
  const { workspaceId } = ctx.principal;
  if ((await findWebsite(ctx.db, workspaceId, websiteId)) === null) throw notFound('website');
  return {
    keepDays: await findKeepDays(ctx.db, workspaceId, keepDays.usual),
    planIds: await plansOfWebsite(ctx.db, workspaceId, websiteId),
    forgottenHosts: [...(await forgottenHosts(ctx.db, workspaceId))].toSorted(),
  };
}

/** @throws not_found, invalid_request naming `planIds` */
export async function changePageSettings(
  ctx: Ctx,
  {
    websiteId,
    keepDays: days,
    planIds,
  }: { websiteId: string; keepDays?: number | undefined; planIds?: string[] | undefined },
): Promise<PageSettings> {
  const { workspaceId } = ctx.principal;
  if ((await findWebsite(ctx.db, workspaceId, websiteId)) === null) throw notFound('website');
  if (planIds !== undefined) {
    const ids = [...new Set(planIds)];
    const plans = await Promise.all(ids.map((id) => findPlan(ctx.db, workspaceId, id)));
    const plansHere = plans.flatMap((plan) => (plan === null ? [] : [{ id: plan.id, lastRound: plan.lastRound }]));
    if (plansHere.length < ids.length) throw invalidField('planIds', 'names a plan that this workspace does not have');
    const isSaved = await inTransaction(ctx.db, (tx) => savePlans(tx, { workspaceId, websiteId }, plansHere));
    if (!isSaved) throw invalidField('planIds', 'names a plan that is chosen for another website');
  }
  if (days !== undefined) await saveKeepDays(ctx.db, workspaceId, days);
  return readPageSettings(ctx, websiteId);
}
