import type { InputOf } from '../../../src/contract/callTypes.ts';
import type { OperationId } from '../../../src/contract/routes.ts';

/** Filters of a report, as stored in the address. */
export type ReportFilters = {
  startDate?: string | undefined;
  endDate?: string | undefined;
  /** Id of one engine; the declared one by default. */
  engine?: string | undefined;
  model?: string | undefined;
  /** Only questions with this tag. */
  tag?: string | undefined;
  /** By default, questions that name the website are left out. */
  branded?: 'include' | 'only' | undefined;
  sourceType?: 'all' | 'owned' | 'external' | undefined;
};

/** Reports that the app reads, with their row limits. */
const reads = {
  overview: { id: 'engineOverview', limit: 200 },
  citations: { id: 'engineCitations', limit: 200 },
  prompts: { id: 'enginePrompts', limit: 200 },
  recommendations: { id: 'engineRecommendations', limit: 200 },
} as const satisfies Record<string, { id: OperationId; limit: number }>;

export type ReportRead = keyof typeof reads;

type ReportId<Read extends ReportRead> = (typeof reads)[Read]['id'];

/** Query of one read, shared by prefetch and page so that both use one cache entry. */
export function reportRequest<Read extends ReportRead>(
  read: Read,
  websiteId: string,
  filters: ReportFilters,
): { id: ReportId<Read>; input: InputOf<ReportId<Read>> } {
  const { id, limit } = reads[read];
  // All four reads accept the same query, which the compiler cannot infer.
  return { id, input: { websiteId, ...filters, limit } as InputOf<ReportId<Read>> };
}
