import type { SeoReportRecord } from '../../domain/seo/seoReport.ts';
import { findReport, listReports } from '../../store/seo/reports.ts';
import type { Ctx } from '../appContext.ts';

const listLimit = 200;

/** Lists the newest saved reports of the workspace. Starts nothing. */
export function listSeoReports(ctx: Ctx): Promise<SeoReportRecord[]> {
  return listReports(ctx.db, ctx.principal.workspaceId, listLimit);
}

export function readSeoReport(ctx: Ctx, reportId: string): Promise<SeoReportRecord | null> {
  return findReport(ctx.db, ctx.principal.workspaceId, reportId);
}
