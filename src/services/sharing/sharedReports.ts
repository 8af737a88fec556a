import type { WrittenContents } from '../../domain/bundle/writtenContents.ts';
import { AppError, invalidField, notFound } from '../../domain/errors.ts';
import { openedPage } from '../../domain/sharing/earlierLayout.ts';
import type { PaperSize } from '../../domain/sharing/formats.ts';
import type { FrozenReport } from '../../domain/sharing/frozenReport.ts';
import type { ListPosition } from '../../domain/text/listPosition.ts';
import type { QuestionFilter } from '../../domain/visibility/questionKinds.ts';
import type { DateWindow } from '../../domain/visibility/scope.ts';
import * as store from '../../store/sharing/reports.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import { readBrand } from '../access/workspaces.ts';
import { type Ctx, nowIso } from '../appContext.ts';
import { collectWritten } from '../operator/collectBundle.ts';
import { deriveEngine } from '../visibility/reportPlace.ts';

/** Maximum size of one file: a larger one cannot be shared as a page. */
const maxFileBytes = 24 * 1024 * 1024;
const maxReports = 500;

/**
 * Freezes the reports of a period, with their answers, in one immutable file. Costs nothing.
 * @throws not_found, invalid_request
 */
export async function freezeReport(
  ctx: Ctx,
  input: DateWindow & {
    websiteId: string;
    model: string | null;
    engine: string | null;
    questions: QuestionFilter;
  },
): Promise<store.SharedReportRow> {
  const { workspaceId, accountEmail } = ctx.principal;
  const website = await findWebsite(ctx.db, workspaceId, input.websiteId);
  if (website === null) throw notFound('website');
  const { startDate, endDate } = input;
  if (startDate !== null && endDate !== null && startDate > endDate) {
    throw invalidField('startDate', 'must not be after endDate');
  }
  const today = nowIso(ctx).slice(0, 10);
  if (startDate !== null && startDate > today) throw invalidField('startDate', `must not be after today, ${today} UTC`);
  if ((await store.countSharedReports(ctx.db, workspaceId)) >= maxReports) {
    throw invalidField('websiteId', `exceeds the limit: a workspace can have ${maxReports} reports; delete some first`);
  }
  const engine = deriveEngine(ctx, { platform: null, engine: input.engine });
  // All attempts of the period, as the web app counts: a day has the same number everywhere.
  const contents = await collectWritten(ctx, { ...input, engine: engine.id, scope: 'all' });
  const { html, digest } = await freeze(ctx, contents);
  const bytes = Buffer.byteLength(html);
  if (bytes > maxFileBytes) {
    throw invalidField('startDate', 'starts a period whose answers exceed 24 MB; choose fewer days');
  }
  const row = {
    id: ctx.runtime.newId('report'),
    websiteId: website.id,
    startDate,
    endDate,
    engine: engine.id,
    model: input.model,
    digest,
    bytes,
    createdAt: nowIso(ctx),
    madeBy: accountEmail,
  };
  await store.insertSharedReport(ctx.db, workspaceId, { ...row, html });
  return { ...row, websiteName: website.name, domain: website.domain };
}

/** Counting and writing thousands of answers would block the server, so a thread does it. */
async function freeze(ctx: Ctx, contents: WrittenContents): Promise<FrozenReport> {
  const frozen = await ctx.texts.read('sharedReport', contents, await readBrand(ctx));
  if (frozen.kind === 'read') return frozen.value;
  if (frozen.by === 'fault') throw new Error(`a report could not be frozen: ${frozen.message}`);
  throw invalidField('startDate', 'starts a period whose answers take too long to count; choose fewer days');
}

export function listSharedReports(
  ctx: Ctx,
  page: { after: ListPosition | null; count: number; websiteId: string | null },
): Promise<store.SharedReportRow[]> {
  return store.listSharedReports(ctx.db, ctx.principal.workspaceId, page);
}

/** Deletes a shared report with all its links. @throws not_found */
export async function deleteSharedReport(ctx: Ctx, input: { id: string }): Promise<void> {
  if (!(await store.deleteSharedReport(ctx.db, ctx.principal.workspaceId, input.id))) throw notFound('report');
}

/** Explains to people why no PDF can be created here. */
const paperWords = {
  not_found: 'no Chromium is installed on this server (CHROMIUM_PATH)',
  refused_as_root: 'this server runs as root and therefore starts no browser (ALLOW_ROOT_BROWSER)',
} as const;

/** Returns the file to share. @throws not_found, unsupported_setting if no browser can print it */
export async function readSharedFile(
  ctx: Ctx,
  input: { id: string; format: 'html' | 'pdf'; paper: PaperSize },
): Promise<{ name: string; mediaType: string; base64: string; digest: string }> {
  const sharedReport = await store.findSharedReport(ctx.db, ctx.principal.workspaceId, input.id);
  if (sharedReport === null) throw notFound('report');
  const { digest, domain, createdAt } = sharedReport;
  const html = openedPage(sharedReport.html);
  const name = `${domain.replace(/[^a-z0-9.-]/gi, '-')}-${createdAt.slice(0, 10)}.${input.format}`;
  if (input.format === 'html') {
    return { name, mediaType: 'text/html', base64: Buffer.from(html).toString('base64'), digest };
  }
  const why = ctx.paper.whyNot();
  if (why !== null) {
    throw new AppError(
      'unsupported_setting',
      `format: a PDF cannot be made, because ${paperWords[why]}. Open the HTML file and print it from your browser.`,
      { details: { field: 'format' }, retry: 'never' },
    );
  }
  const pdf = await ctx.paper.print(html, input.paper);
  return { name, mediaType: 'application/pdf', base64: Buffer.from(pdf).toString('base64'), digest };
}
