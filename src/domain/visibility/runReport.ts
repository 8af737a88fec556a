import { currentVisibility } from './currentVisibility.ts';
import { promptVisibility } from './promptVisibility.ts';
import { type OpenReport, openReport, type ReportData, type ReportNeed } from './reportData.ts';
import { type ReportHead, reportHead } from './reportHead.ts';
import { rivalVisibility } from './rivals/rivals.ts';
import { sourcesByKind } from './sources/byKind.ts';
import { topCitations } from './sources/topCitations.ts';
import { visibilityOverview } from './visibilityOverview.ts';
import { visibilityRecommendations } from './visibilityRecommendations.ts';

/**
 * Reports by name: what each needs besides the attempts of its period, and how it computes its own part below the
 * shared head.
 */
export const reports = {
  current: { needs: [], body: currentVisibility },
  overview: { needs: ['before', 'savedQuestions', 'days'], body: visibilityOverview },
  citations: { needs: [], body: topCitations },
  prompts: { needs: ['counts'], body: promptVisibility },
  recommendations: { needs: ['before', 'websiteRun'], body: visibilityRecommendations },
  sources: { needs: ['before', 'weeks'], body: sourcesByKind },
  rivals: { needs: [], body: rivalVisibility },
} as const satisfies Record<string, { needs: readonly ReportNeed[]; body(report: OpenReport): object }>;

export type ReportName = keyof typeof reports;
export type Report<Name extends ReportName> = ReportHead & ReturnType<(typeof reports)[Name]['body']>;

export function runReport<Name extends ReportName>(name: Name, data: ReportData): Report<Name> {
  return runOpen(name, openReport(data));
}

function runOpen<Name extends ReportName>(name: Name, report: OpenReport): Report<Name> {
  return { ...reportHead(report.data, report.view), ...reports[name].body(report) } as unknown as Report<Name>;
}

/** The reports of v1, which is closed. */
export const v1Reports = ['current', 'overview', 'citations', 'prompts', 'recommendations'] as const;

export type Reports = { [Name in (typeof v1Reports)[number]]: Report<Name> };

/** Computes the five reports of one period. */
export function computeReports(data: ReportData): Reports {
  const report = openReport(data);
  return Object.fromEntries(v1Reports.map((name) => [name, runOpen(name, report)])) as Reports;
}
