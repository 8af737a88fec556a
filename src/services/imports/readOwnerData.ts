import { failedGates } from '../../domain/checks/failedGates.ts';
import { notFound } from '../../domain/errors.ts';
import type { ImportDimension } from '../../domain/imports/importKind.ts';
import { reportedImports } from '../../domain/imports/ownerImport.ts';
import {
  type DaySeries,
  daySeries,
  type FigureSource,
  figureSources,
  figuresBySubject,
  type OwnerPage,
  type OwnRecords,
  ownerPages,
  type RankAgreement,
  rankAgreements,
} from '../../domain/imports/ownerReport.ts';
import { normalisePageKey } from '../../domain/imports/pageKey.ts';
import type { Report } from '../../domain/visibility/runReport.ts';
import { latestWebsiteResult } from '../../store/captures/results.ts';
import { type FigureRow, listFigures, ownerImports } from '../../store/imports/rows.ts';
import { findWebsite } from '../../store/websites/rows.ts';
import type { Ctx } from '../appContext.ts';
import { readAssistantVisits, readBotVisits } from '../crawlers/crawlerReports.ts';
import { readReport } from '../visibility/readReport.ts';
import { wholeReport } from './wholeReport.ts';

/** More rows than the pages of any website with figures. */
const maxPages = 100_000;

type PagesInput = {
  websiteId: string;
  engine?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
  limit: number;
};

export type OwnerPages = {
  /** Citations of one engine, over the newest answer of each question. */
  citations: { engine: string; simulated: boolean; answers: number };
  logs: { startDate: string; endDate: string; hoursCovered: number; hoursInPeriod: number };
  sources: FigureSource[];
  agreement: RankAgreement[];
  total: number;
  rows: OwnerPage[];
};

/**
 * Lists what engines and vendors report about each page: whether it may be read, its reads, its citations in our
 * answers, and the figures of the newest file of each kind. Vendors are never summed. @throws not_found,
 * invalid_request
 */
export async function listOwnerPages(ctx: Ctx, input: PagesInput): Promise<OwnerPages> {
  const { domain } = await buildWebsite(ctx, input.websiteId);
  const { imports, figures } = await deriveFigures(ctx, input.websiteId, 'page');
  const period = { websiteId: input.websiteId, startDate: input.startDate, endDate: input.endDate, limit: maxPages };
  const [mayBeRead, citations, reads, visits] = await Promise.all([
    readablePages(ctx, input.websiteId, domain),
    readReport(
      ctx,
      'citations',
      wholeReport(input.websiteId, { engine: input.engine, sourceType: 'owned', limit: maxPages }),
    ),
    readBotVisits(ctx, { ...period, by: 'page' }),
    readAssistantVisits(ctx, { ...period, by: 'page' }),
  ]);
  const isCovered = reads.coverage.hoursCovered > 0;
  const own: OwnRecords = {
    mayBeRead,
    reads: isCovered ? new Map(reads.rows.filter(isPageRow).map((row) => [row.key, row])) : null,
    visits: isCovered ? new Map(visits.rows.filter(isOfPage).map((row) => [row.key, row.visits])) : null,
    cited: citedPages(citations, domain),
  };
  const rows = ownerPages(
    figuresBySubject(imports, figures, ({ page }) => page),
    own,
  );
  const { hoursCovered, hoursInPeriod } = reads.coverage;
  return {
    citations: {
      engine: citations.engine,
      simulated: citations.simulated,
      answers: citations.coverage.questionsAnswered,
    },
    logs: { startDate: reads.startDate, endDate: reads.endDate, hoursCovered, hoursInPeriod },
    sources: figureSources(imports, figures),
    agreement: rankAgreements(rows),
    total: rows.length,
    rows: rows.slice(0, input.limit),
  };
}

/** Returns true for pages that were read or that the sitemap lists. */
const isPageRow = (row: { key: string; reads: number; sitemap: object | null }): boolean =>
  isOfPage(row) && (row.reads > 0 || row.sitemap !== null);

/** Returns false for rows that combine small or unnamed pages. */
const isOfPage = ({ key }: { key: string }): boolean => key !== 'other' && key !== '…';

/** Lists figures by day, one series per vendor. @throws not_found */
export async function listOwnerDays(ctx: Ctx, { websiteId }: { websiteId: string }): Promise<{ series: DaySeries[] }> {
  await buildWebsite(ctx, websiteId);
  const all = await ownerImports.list(ctx.db, ctx.principal.workspaceId, { websiteId });
  const imports = all.filter(({ dimensions }) => dimensions.includes('day'));
  const ids = imports.map(({ id }) => id);
  return { series: daySeries(imports, await listFigures(ctx.db, ids, 'day')) };
}

export async function buildWebsite(ctx: Ctx, websiteId: string): Promise<{ domain: string }> {
  const website = await findWebsite(ctx.db, ctx.principal.workspaceId, websiteId);
  if (website === null) throw notFound('website');
  return website;
}

/** Reads the figures of the files that a report uses in a dimension. */
export async function deriveFigures(ctx: Ctx, websiteId: string, dimension: ImportDimension) {
  const all = await ownerImports.list(ctx.db, ctx.principal.workspaceId, { websiteId });
  const imports = reportedImports(all, dimension);
  const ids = imports.map(({ id }) => id);
  const figures: FigureRow[] = await listFigures(ctx.db, ids, dimension);
  return { imports, figures };
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
  const runs = new Map<string, Set<string>>();
  for (const { url, runIds } of citations.rows) {
    const page = normalisePageKey(url, domain);
    if (page === null) continue;
    const knownKeys = runs.get(page) ?? new Set();
    for (const runId of runIds) knownKeys.add(runId);
    runs.set(page, knownKeys);
  }
  return new Map([...runs].map(([page, ids]) => [page, ids.size]));
}
