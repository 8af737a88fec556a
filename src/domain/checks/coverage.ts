import { botTableVersion } from './bots.ts';
import type { UnmeasuredReason } from './check.ts';
import { finalError, urlKey } from './fetchFacts.ts';
import type { SiteEvidence } from './site.ts';
import { sitemapUrlLimit } from './site.ts';

export type PageCoverage = {
  /** `planned = captured + failed + blockedByRobots + blockedByChallenge`. */
  planned: number;
  /** Responses with 2xx that are not a challenge. */
  captured: number;
  failed: number;
  blockedByRobots: number;
  blockedByChallenge: number;
  /** Captured pages that were rendered. */
  truncated: number;
  rendered: number;
};

export type Coverage = {
  /** ISO 8601 UTC. */
  capturedAt: string;
  /** Id of the run whose evidence this replays; null for a new capture. */
  replayOf: string | null;
  analyzerVersion: string;
  botTableVersion: string;
  pages: PageCoverage;
  /** Includes the browser's requests, which count against the byte budget but not the request budget. */
  renderer: { available: boolean; reason: string; requests?: number; keptOutByRobots?: number };
  checks: {
    /** `measured + unmeasured = defined`; `notApplicable` is inside `measured`. */
    defined: number;
    measured: number;
    notApplicable: number;
    unmeasured: number;
    byReason: Readonly<Record<string, number>>;
  };
  /** `why`: one sentence for people, at most 300 characters; absent in results from before checks-4. */
  unmeasured: readonly { id: string; reason: UnmeasuredReason; why?: string }[];
  /** Selection of the pages; absent in older evidence. */
  sampling?: {
    candidates: number;
    strata: readonly { segment: string; candidates: number; taken: number }[];
    marginal: { candidates: number; taken: number };
  };
  sitemaps: { declared: number; read: number; urlsSeen: number; urlsTruncated: boolean };
  budget: { requests: number; bytes: number; stoppedBy: string | null };
};

export function pageCoverage(site: SiteEvidence): PageCoverage {
  const { bundle } = site;
  const robots = new Set(bundle.skipped.flatMap(({ url, reason }) => (reason === 'robots' ? [urlKey(url)] : [])));
  const requested = new Set(site.pages.map((page) => urlKey(page.fetch.requestedUrl)));
  const planned = Math.max(bundle.plan.pagesPlanned, site.planned.length, site.pages.length);
  const captured = site.pages.filter(
    (page) => page.challenge === null && page.status !== null && page.status >= 200 && page.status < 300,
  );
  const blockedByChallenge = site.pages.filter((page) => page.challenge !== null).length;
  const skipped = site.planned.filter((url) => robots.has(urlKey(url)) && !requested.has(urlKey(url)));
  const turned = site.pages.filter((page) => finalError(page.fetch) === 'blocked_robots');
  const blockedByRobots = skipped.length + turned.length;
  return {
    planned,
    captured: captured.length,
    failed: planned - captured.length - blockedByChallenge - blockedByRobots,
    blockedByRobots,
    blockedByChallenge,
    truncated: captured.filter((page) => page.fetch.truncated).length,
    rendered: bundle.rendered.length,
  };
}

/**
 * Returns true if fewer than half of the planned pages were captured: a pass on the rest would prove nothing about the
 * site.
 */
export function isLowCoverage(pages: PageCoverage): boolean {
  return pages.captured * 2 < pages.planned;
}

export type MeasuredCoverage = {
  defined: number;
  notApplicable: number;
  unmeasured: readonly { id: string; reason: UnmeasuredReason; why: string }[];
};

export function buildCoverage(site: SiteEvidence, analyzerVersion: string, measured: MeasuredCoverage): Coverage {
  const byReason: Record<string, number> = {};
  for (const { reason } of measured.unmeasured) byReason[reason] = (byReason[reason] ?? 0) + 1;
  const { bundle } = site;
  const read = site.sitemaps.filter(({ document }) => document?.problem === null);
  const entries = read.reduce(
    (sum, { document }) => sum + (document?.lists === 'pages' ? document.entries.length : 0),
    0,
  );
  return {
    capturedAt: bundle.capturedAt,
    replayOf: null,
    analyzerVersion,
    botTableVersion,
    pages: pageCoverage(site),
    renderer: { ...bundle.renderer },
    checks: {
      defined: measured.defined,
      measured: measured.defined - measured.unmeasured.length,
      notApplicable: measured.notApplicable,
      unmeasured: measured.unmeasured.length,
      byReason,
    },
    unmeasured: measured.unmeasured,
    ...(bundle.plan.sampling === undefined ? {} : { sampling: bundle.plan.sampling }),
    sitemaps: {
      declared: site.robots.file?.sitemaps.length ?? 0,
      read: read.length,
      urlsSeen: Math.min(entries, sitemapUrlLimit),
      urlsTruncated: entries > sitemapUrlLimit || read.some(({ fetch }) => fetch.truncated),
    },
    budget: { ...bundle.budget },
  };
}
