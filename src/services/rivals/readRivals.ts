import { notFound } from '../../domain/errors.ts';
import { type RivalReport, rivalReport } from '../../domain/visibility/rivals/report.ts';
import { type RivalVisibility, rivalVisibility } from '../../domain/visibility/rivals/rivals.ts';
import type { Ctx } from '../appContext.ts';
import { loadScope, type VisibilityQuery } from '../visibility/loadVisibility.ts';

/** Compares declared rivals with the website. Starts nothing. @throws not_found */
export async function readRivals(ctx: Ctx, query: VisibilityQuery): Promise<RivalVisibility> {
  return rivalVisibility(await loadScope(ctx, query));
}

/** One declared rival. Starts nothing. @throws not_found */
export async function readRival(ctx: Ctx, query: VisibilityQuery, domain: string): Promise<RivalReport> {
  const report = rivalReport(await loadScope(ctx, query), domain);
  if (report === null) throw notFound('rival');
  return report;
}
