/** The filters of a report, as the address holds them. */
export type ReportFilters = {
  startDate?: string | undefined;
  endDate?: string | undefined;
  model?: string | undefined;
  sourceType?: 'all' | 'owned' | 'external' | undefined;
};

/** What the app reads of a report, and how many rows of it. */
const reads = {
  overview: { path: 'overview', limit: 200 },
  citations: { path: 'citations', limit: 200 },
  leadingCitations: { path: 'citations', limit: 8 },
  prompts: { path: 'prompts', limit: 200 },
  recommendations: { path: 'recommendations', limit: 200 },
} as const;

export type ReportRead = keyof typeof reads;

/** The address of one read, the same for who asks ahead and for who asks in time. */
export function reportAsk(read: ReportRead, websiteId: string, filters: ReportFilters) {
  const { path, limit } = reads[read];
  return { path: `/api/workspace/visibility/${path}`, query: { websiteId, ...filters, limit } };
}
