import { failedGates } from '../../domain/checks/failedGates.ts';
import type { ImportDimension } from '../../domain/imports/importKind.ts';
import { reportedImports } from '../../domain/imports/ownerImport.ts';
import {
  daySeries,
  figureSources,
  figuresBySubject,
  type OwnRecords,
  ownerPages,
  rankAgreements,
} from '../../domain/imports/ownerReport.ts';
import { normalisePageKey } from '../../domain/imports/pageKey.ts';
import type { Report } from '../../domain/visibility/runReport.ts';
import { latestWebsiteResult } from '../../store/captures/results.ts';
import { listFigures, ownerImports } from '../../store/imports/rows.ts';
import type { Ctx } from '../appContext.ts';
import { type PeriodInput, readAssistantVisits, readBotVisits } from '../crawlers/crawlerReports.ts';
import { readWebsite } from '../readWebsite.ts';
import { readReport } from '../visibility/readReport.ts';

/** More rows than the pages of any website with figures. */
const maxPages = 100_000;

type PagesInput = PeriodInput & { engine?: string | undefined; limit: number };

/**
 * Lists what engines and vendors report about each page: whether it may be read, its reads, its citations in our
 * answers, and the figures of the newest file of each kind. Vendors are never summed. @throws not_found,
 * invalid_request
 */
export async function listOwnerPages(ctx: Ctx, { engine, limit, ...input }: PagesInput) {
  const { id, domain } = await readWebsite(ctx, input.websiteId);
  const { imports, figures } = await deriveFigures(ctx, id, 'page');
  const pages = { ...input, by: 'page', limit: maxPages } as const;
  const [mayBeRead, citations, reads, visits] = await Promise.all([
    readablePages(ctx, id, domain),
    readReport(ctx, 'citations', wholeReport(id, { engine, sourceType: 'owned', limit: maxPages })),
    readBotVisits(ctx, pages),
    readAssistantVisits(ctx, pages),
  ]);
  const isCovered = reads.coverage.hoursCovered > 0;
  const own: OwnRecords = {
    mayBeRead,
    reads: isCovered ? new Map(reads.rows.filter(isPageRow).map((row) => [row.key, row])) : null,
    visits: isCovered ? new Map(visits.rows.filter(isOfPage).map((row) => [row.key, row.visits])) : null,
    cited: citedPages(citations, domain),
  };
  const bySubject = figuresBySubject(imports, figures, ({ page }) => page);
  const rows = ownerPages(bySubject, own);
  const { startDate, endDate, coverage } = reads;
  const { hoursCovered, hoursInPeriod } = coverage;
  return {
    // Of one engine, over the newest answer of each question.
    citations: {
      engine: citations.engine,
      simulated: citations.simulated,
      answers: citations.coverage.questionsAnswered,
    },
    logs: { startDate, endDate, hoursCovered, hoursInPeriod },
    sources: figureSources(imports, figures),
    agreement: rankAgreements(rows),
    total: rows.length,
    rows: rows.slice(0, limit),
  };
}

/** Returns true for pages that were read or that the sitemap lists. */
const isPageRow = (row: { key: string; reads: number; sitemap: object | null }): boolean =>
  isOfPage(row) && (row.reads > 0 || row.sitemap !== null);

/** Returns false for rows that combine small or unnamed pages. */
const isOfPage = ({ key }: { key: string }): boolean => key !== 'other' && key !== '…';

/** Lists figures by day, one series per vendor. */
export async function listOwnerDays(ctx: Ctx, { websiteId }: { websiteId: string }) {
  const all = await ownerImports.list(ctx.db, ctx.principal.workspaceId, { websiteId });
  const imports = all.filter(({ dimensions }) => dimensions.includes('day'));
  return { series: daySeries(imports, await listFigures(ctx.db, imports, 'day')) };
}

type ReportChoices = { engine?: string | undefined; sourceType?: 'all' | 'owned'; limit: number };

/** Builds the query of a report over every answer of a website from one engine, by default the declared one. */
export const wholeReport = (websiteId: string, { engine, sourceType = 'all', limit }: ReportChoices) => ({
  ...{ websiteId, engine: engine ?? null, sourceType, limit },
  ...{ platform: null, model: null, scope: 'all' as const, startDate: null, endDate: null },
});

/** Reads the figures of the files that a report uses in a dimension. */
export async function deriveFigures(ctx: Ctx, websiteId: string, dimension: ImportDimension) {
  const all = await ownerImports.list(ctx.db, ctx.principal.workspaceId, { websiteId });
  const imports = reportedImports(all, dimension);
  return { imports, figures: await listFigures(ctx.db, imports, dimension) };
}

/** Returns the pages of the newest website check: false if a gate fails there or for the whole website. */
async function readablePages(ctx: Ctx, websiteId: string, domain: string): Promise<Map<string, boolean>> {
  const saved = await latestWebsiteResult(ctx.db, ctx.principal.workspaceId, websiteId);
  if (saved === null) return new Map();
  const gates = failedGates(saved.result);
  const isClosed = gates.some(({ urls }) => urls.length === 0);
  const failed = new Set(gates.flatMap(({ urls }) => urls.map((url) => normalisePageKey(url, domain))));
  return new Map(
    saved.result.pages.flatMap(({ url, status }) => {
      const page = normalisePageKey(url, domain);
      return page === null || status === null ? [] : [[page, status < 400 && !isClosed && !failed.has(page)]];
    }),
  );
}

/** Counts the answers that cite a page; an answer that cites it with and without `www` counts once. */
function citedPages({ citations, coverage }: Report<'citations'>, domain: string): Map<string, number> | null {
  if (coverage.questionsAnswered === 0) return null;
  const cited = citations.rows.flatMap(({ url, runIds }) => {
    const page = normalisePageKey(url, domain);
    return page === null ? [] : [{ page, runIds }];
  });
  const byPage = [...Map.groupBy(cited, ({ page }) => page)];
  return new Map(byPage.map(([page, rows]) => [page, new Set(rows.flatMap(({ runIds }) => runIds)).size]));
}
