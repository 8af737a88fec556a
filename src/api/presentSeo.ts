import { z } from 'zod';
import { limitation } from '../domain/limitation.ts';
import {
  type SeoCallName,
  type SeoCallRecord,
  type SeoReportRecord,
  seoCallNames,
  totalCostUsd,
} from '../domain/seoReport.ts';
import { instant } from './instant.ts';

const amount = z.number().nullable();

export const seoReportSchema = z
  .strictObject({
    reportId: z.string(),
    domain: z.string(),
    state: z.enum(['pending', 'complete']),
    requestedAt: instant,
    completedAt: instant.nullable(),
    source: z.strictObject({ provider: z.string(), sandbox: z.boolean() }),
    overview: z
      .strictObject({
        organicKeywords: amount,
        organicTrafficEstimate: amount,
        organicTrafficValueUsd: amount,
        positions: z.strictObject({ '1': amount, '2-3': amount, '4-10': amount, '11-20': amount, '21-100': amount }),
        new: amount,
        up: amount,
        down: amount,
        lost: amount,
        paidKeywords: amount,
      })
      .nullable(),
    rankedKeywords: z
      .array(
        z.strictObject({
          keyword: z.string(),
          position: amount,
          searchVolume: amount,
          cpcUsd: amount,
          url: z.string().nullable(),
        }),
      )
      .nullable(),
    backlinks: z
      .strictObject({
        rank: amount.meta({ description: 'The provider’s own measure of authority, 0 to 1000.' }),
        backlinks: amount,
        referringDomains: amount,
        referringMainDomains: amount,
        brokenBacklinks: amount,
        spamScore: amount.meta({ description: '0 to 100.' }),
        firstSeenAt: instant.nullable(),
      })
      .nullable()
      .meta({
        description: 'Null unless `calls` names `backlinks_summary`, which a server may buy as the second call.',
      }),
    calls: z.array(
      z.strictObject({
        name: z.enum(seoCallNames),
        state: z.enum(['not_sent', 'sent', 'succeeded', 'failed', 'unknown']),
        costUsd: amount,
        error: z.string().nullable(),
      }),
    ),
    costUsd: amount,
    limitations: z.array(z.string()),
  })
  .meta({ id: 'SeoReport', description: 'A saved domain overview. Unknown figures are null.' });

type SeoReport = z.input<typeof seoReportSchema>;

/** What a saved call holds, as the provider port wrote it. */
function dataOf(report: SeoReportRecord, name: SeoCallName): Record<string, unknown> | null {
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
    overview: (dataOf(report, 'domain_rank_overview')?.overview ?? null) as SeoReport['overview'],
    rankedKeywords: (dataOf(report, 'ranked_keywords')?.rankedKeywords ?? null) as SeoReport['rankedKeywords'],
    backlinks: (dataOf(report, 'backlinks_summary')?.backlinks ?? null) as SeoReport['backlinks'],
    calls: report.calls.map(({ name, state, costUsd, error }) => ({ name, state, costUsd, error })),
    costUsd: totalCostUsd(report.calls),
    limitations: [
      ...sandboxLimitation(report),
      ...report.calls.flatMap(callLimitation),
      ...report.calls.flatMap(refusalNote),
    ],
  };
}

function sandboxLimitation(report: SeoReportRecord): string[] {
  if (!report.sandbox) return [];
  return [
    limitation('sandbox', 'These figures are dummy data of a sandbox. They are not a measurement of the domain.'),
  ];
}

/** Tries that were refused before any work, said so that the record of what was sent is whole. */
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
          `Whether ${call.name} ran, and what it cost, is not known yet. It is looked up and never sent again.`,
        ),
      ];
    default:
      return [limitation('call_pending', `${call.name} has not answered yet.`)];
  }
}
