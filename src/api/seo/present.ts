import type { z } from 'zod';
import type { seoReportSchema } from '../../contract/seo/schemas.ts';
import {
  type SeoCallName,
  type SeoCallRecord,
  type SeoReportRecord,
  totalCostUsd,
} from '../../domain/seo/seoReport.ts';
import { limitation } from '../../domain/text/limitation.ts';

type SeoReport = z.input<typeof seoReportSchema>;

/** Returns the content of a saved call, as the provider port wrote it. */
function findData(report: SeoReportRecord, name: SeoCallName): Record<string, unknown> | null {
  const call = report.calls.find((candidate) => candidate.name === name && candidate.state === 'succeeded');
  return (call?.data ?? null) as Record<string, unknown> | null;
}

export function presentReport(report: SeoReportRecord): SeoReport {
  return {
    reportId: report.id,
    domain: report.domain,
    state: report.state,
    requestedAt: report.requestedAt,
    completedAt: report.completedAt,
    source: { provider: report.provider, sandbox: report.sandbox },
    overview: (findData(report, 'domain_rank_overview')?.overview ?? null) as SeoReport['overview'],
    rankedKeywords: (findData(report, 'ranked_keywords')?.rankedKeywords ?? null) as SeoReport['rankedKeywords'],
    backlinks: (findData(report, 'backlinks_summary')?.backlinks ?? null) as SeoReport['backlinks'],
    calls: report.calls.map(({ name, state, costUsd, error }) => ({ name, state, costUsd, error })),
    costUsd: totalCostUsd(report.calls),
    limitations: [
      ...sandboxLimitation(report),
      ...report.calls.flatMap(callLimitation),
      ...report.calls.flatMap(refusalNote),
    ],
  };
}

/** Presents a report for a list, without its keyword rows, which are a hundred times larger than the rest. */
export function presentListedReport(report: SeoReportRecord): SeoReport {
  return { ...presentReport(report), rankedKeywords: null };
}

function sandboxLimitation(report: SeoReportRecord): string[] {
  if (!report.sandbox) return [];
  return [
    limitation('sandbox', 'These figures are dummy data of a sandbox. They are not a measurement of the domain.'),
  ];
}

/** Lists attempts that were refused before any work, so that every sent request is reported. */
function refusalNote({ name, refusals }: SeoCallRecord): string[] {
  if (refusals.length === 0) return [];
  const codes = refusals.map(({ code }) => code).join(', ');
  return [
    limitation(
      'call_repeated',
      `${name} was refused before any work (${codes}) and sent again. A refusal costs nothing.`,
    ),
  ];
}

function callLimitation(call: SeoCallRecord): string[] {
  switch (call.state) {
    case 'succeeded':
      return [];
    case 'failed':
      return [limitation('call_failed', `${call.name} gave no figures (${call.error ?? 'no reason given'}).`)];
    case 'unknown':
      return [
        limitation(
          'outcome_unknown',
          `Whether ${call.name} ran, and what it cost, is not known yet. The provider is asked for it; it is never sent again.`,
        ),
      ];
    default:
      return [limitation('call_pending', `${call.name} has not answered yet.`)];
  }
}
