import { notFound } from '../../domain/errors.ts';
import type { GoogleAiControl, GoogleAiSetting } from '../../domain/websites/googleAiControl.ts';
import { findGoogleAiControl, saveGoogleAiControl } from '../../store/websites/googleAiControl.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { type Ctx, nowIso } from '../appContext.ts';

/**
 * Reads the owner's statement about Search Console's control for generative answers; null without one. @throws
 * not_found
 */
export async function readGoogleAiControl(ctx: Ctx, { id }: { id: string }): Promise<GoogleAiControl | null> {
  return findGoogleAiControl(ctx.db, await findPlace(ctx, id));
}

/**
 * Saves the owner's statement with its author and time; null withdraws it. It is part of the next capture. @throws
 * not_found
 */
export async function changeGoogleAiControl(
  ctx: Ctx,
  { id, setting }: { id: string; setting: GoogleAiSetting | null },
): Promise<GoogleAiControl | null> {
  const place = await findPlace(ctx, id);
  const statement = setting === null ? null : { setting, saidBy: ctx.principal.accountEmail, saidAt: nowIso(ctx) };
  await saveGoogleAiControl(ctx.db, place, statement);
  return statement;
}

async function findPlace(ctx: Ctx, websiteId: string) {
  const { workspaceId } = ctx.principal;
  if ((await findWebsite(ctx.db, workspaceId, websiteId)) === null) throw notFound('website');
  return { workspaceId, websiteId };
}
