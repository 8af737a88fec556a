import { AppError, assertFound, notFound } from '../../domain/errors.ts';
import { openedPage } from '../../domain/sharing/earlierLayout.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import {
  findOpenLink,
  findSharedReport,
  insertShareLink,
  listShareLinks as listRows,
  noteLinkOpened,
  revokeShareLinkRow,
  type ShareLink,
} from '../../store/sharing/reports.ts';

export type { ShareLink };

import { createSecret, hashSecret, isWellFormedSecret } from '../access/apiKeySecret.ts';
import { type AppContext, type Ctx, nowIso } from '../appContext.ts';

const dayMs = 86_400_000;

/**
 * Creates a link whose holder may read only one frozen report. Only this response contains the secret.
 * @throws not_found
 */
export async function createShareLink(
  ctx: Ctx,
  input: { id: string; expiresInDays: number },
): Promise<{ link: ShareLink; url: string }> {
  const { workspaceId, accountEmail } = ctx.principal;
  const report = assertFound(await findSharedReport(ctx.db, workspaceId, input.id), 'report');
  const secret = createSecret('sls_', ctx.runtime.randomBytes(32));
  const link: ShareLink = {
    id: ctx.runtime.newId('link'),
    reportId: report.id,
    createdAt: nowIso(ctx),
    madeBy: accountEmail,
    expiresAt: nowIso(ctx, input.expiresInDays * dayMs),
    revokedAt: null,
    lastOpenedAt: null,
    opened: 0,
  };
  await insertShareLink(ctx.db, workspaceId, link, hashSecret(secret));
  return { link, url: `${ctx.settings.publicBaseUrl}/shared/${secret}` };
}

/** @throws not_found */
export async function listShareLinks(
  ctx: Ctx,
  input: { id: string; after: ListPosition | null; count: number },
): Promise<ShareLink[]> {
  assertFound(await findSharedReport(ctx.db, ctx.principal.workspaceId, input.id), 'report');
  return listRows(ctx.db, ctx.principal.workspaceId, input.id, input);
}

/** Returns true while the link works. */
export function isOpenLink(app: Pick<AppContext, 'runtime'>, { expiresAt, revokedAt }: ShareLink): boolean {
  return revokedAt === null && expiresAt > nowIso(app);
}

/** Revokes a link immediately. @throws not_found */
export async function revokeShareLink(ctx: Ctx, input: { id: string; linkId: string }): Promise<void> {
  const { workspaceId } = ctx.principal;
  if (!(await revokeShareLinkRow(ctx.db, workspaceId, input.id, input.linkId, nowIso(ctx)))) throw notFound('link');
}

/** Returns the file of an open link, with one error for expired, revoked and unknown secrets. @throws not_found */
export async function openShareLink(app: AppContext, secret: string): Promise<{ html: string; digest: string }> {
  const openLink = isWellFormedSecret('sls_', secret)
    ? await findOpenLink(app.db, hashSecret(secret), nowIso(app))
    : null;
  if (openLink === null) {
    throw new AppError('not_found', 'This link is no longer valid: it has expired or was revoked. Ask for another.', {
      retry: 'never',
    });
  }
  await noteLinkOpened(app.db, openLink.id, nowIso(app)).catch((cause: unknown) =>
    app.log.warn({ link: openLink.id, cause: String(cause) }, 'could not record that a link was opened'),
  );
  return { html: openedPage(openLink.html), digest: openLink.digest };
}
