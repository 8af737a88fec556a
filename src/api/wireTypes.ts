import type { z } from 'zod';
import type { CurrentVisibility } from '../domain/visibility/currentVisibility.ts';
import type { PromptVisibility, QuestionRow } from '../domain/visibility/promptVisibility.ts';
import type { Recommendation } from '../domain/visibility/recommendations/rule.ts';
import type { CitedUrl, TopCitations } from '../domain/visibility/topCitations.ts';
import type { VisibilityOverview } from '../domain/visibility/visibilityOverview.ts';
import type { VisibilityRecommendations } from '../domain/visibility/visibilityRecommendations.ts';
import type { listedAnswerSchema, runSummarySchema } from './presentHistory.ts';
import type { seoReportSchema } from './presentSeo.ts';
import type {
  apiKeySchema,
  errorSchema,
  keywordCaseSchema,
  keywordResultSchema,
  observationSchema,
  runSchema,
  usageSchema,
  websiteSchema,
} from './schemas.ts';
import type { websiteResultSchema } from './websiteResultSchema.ts';

/** The shapes that leave the door, as types: all that the web app may know of the server. */
export type Website = z.output<typeof websiteSchema>;
export type KeywordCase = z.output<typeof keywordCaseSchema>;
export type ApiKey = z.output<typeof apiKeySchema>;
export type Observation = z.output<typeof observationSchema>;
export type Run = z.output<typeof runSchema>;
export type RunSummary = z.output<typeof runSummarySchema>;
export type ListedAnswer = z.output<typeof listedAnswerSchema>;
export type KeywordResult = z.output<typeof keywordResultSchema>;
export type WebsiteResult = z.output<typeof websiteResultSchema>;
export type CheckResult = WebsiteResult['checks'][number];
export type Usage = z.output<typeof usageSchema>;
export type SeoReport = z.output<typeof seoReportSchema>;
export type ErrorBody = z.output<typeof errorSchema>;
export type {
  CitedUrl,
  CurrentVisibility,
  PromptVisibility,
  QuestionRow,
  Recommendation,
  TopCitations,
  VisibilityOverview,
  VisibilityRecommendations,
};
