import type { z } from 'zod';
import type { LedgerName, NameLedger } from '../domain/visibility/nameLedger.ts';
import type { QuestionRow } from '../domain/visibility/promptVisibility.ts';
import type { Recommendation } from '../domain/visibility/recommendations/rule.ts';
import type { Report } from '../domain/visibility/runReport.ts';
import type { CitedUrl } from '../domain/visibility/sources/topCitations.ts';
import type { websiteResultSchema } from './captures/result.ts';
import type { listedAnswerSchema, runSummarySchema } from './runs/schemas.ts';
import type { apiKeySchema, keywordResultSchema, websiteSchema } from './schemas.ts';
import type { seoReportSchema } from './seo/schemas.ts';

/** Types of the wire shapes, the only types of the server that the web app may use. */
export type Website = z.output<typeof websiteSchema>;
export type ApiKey = z.output<typeof apiKeySchema>;
export type RunSummary = z.output<typeof runSummarySchema>;
export type ListedAnswer = z.output<typeof listedAnswerSchema>;
export type KeywordResult = z.output<typeof keywordResultSchema>;
export type WebsiteResult = z.output<typeof websiteResultSchema>;
export type CheckResult = WebsiteResult['checks'][number];
export type SeoReport = z.output<typeof seoReportSchema>;
export type PromptVisibility = Report<'prompts'>;
export type TopCitations = Report<'citations'>;
export type VisibilityOverview = Report<'overview'>;
export type { CitedUrl, LedgerName, NameLedger, QuestionRow, Recommendation };
