import type { z } from 'zod';
import type { websiteResultSchema } from '../../src/contract/captures/result.ts';
import type { listedAnswerSchema, runSummarySchema } from '../../src/contract/runs/schemas.ts';
import type {
  apiKeySchema,
  errorSchemas,
  freshnessSchema,
  keywordCaseSchema,
  keywordResultSchema,
  runSchema,
  websiteSchema,
} from '../../src/contract/schemas.ts';
import type { seoReportSchema } from '../../src/contract/seo/schemas.ts';
import type { Limits } from '../../src/services/access/readLimits.ts';

type WireResult = z.infer<typeof keywordResultSchema> & z.infer<typeof websiteResultSchema>;
export type WireRun = Omit<z.infer<typeof runSchema>, 'result'> & { result: WireResult };
export type WireError = z.infer<typeof errorSchemas.v2>['error'];

type WireItem = z.infer<typeof apiKeySchema> & z.infer<typeof runSummarySchema> & z.infer<typeof listedAnswerSchema>;

/** Operations that report the visibility of one website. */
export type ReportId =
  | 'engineVisibility'
  | 'engineOverview'
  | 'engineCitations'
  | 'enginePrompts'
  | 'engineRecommendations'
  | 'sourceKinds'
  | 'visibilityHistory'
  | 'compareEngines'
  | 'engineSearches'
  | 'rivalVisibility';

/**
 * Every possible member of a reply, typed as if all were present: tests assert which are. A test's server checks each
 * success against its schema (strictOutput), which verifies the shapes.
 */
export type WireBody = {
  disposition: string;
  freshness: z.infer<typeof freshnessSchema>;
  run: WireRun;
  error: WireError;
  recovery: { runId: string; sessionId: string | null };
  site: z.infer<typeof websiteSchema>;
  sites: z.infer<typeof websiteSchema>[];
  case: z.infer<typeof keywordCaseSchema>;
  cases: z.infer<typeof keywordCaseSchema>[];
  key: z.infer<typeof apiKeySchema>;
  /** One page of any list of v2. */
  items: WireItem[];
  nextCursor: string | null;
  secret: string;
  valid: boolean;
  limits: Limits;
  workspace: { id: string; name: string };
  account: { id: string; email: string };
  report: z.infer<typeof seoReportSchema>;
  reports: z.infer<typeof seoReportSchema>[];
  /** Of the account library and OAuth. */
  url: string;
  totpURI: string;
  backupCodes: string[];
  twoFactorRedirect: boolean;
  client_id: string;
  challenge: string;
};
