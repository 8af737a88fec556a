/** Builds the query of a report over every answer of a website from one engine, by default the declared one. */
export const wholeReport = (
  websiteId: string,
  { engine, sourceType = 'all', limit }: { engine?: string | undefined; sourceType?: 'all' | 'owned'; limit: number },
) => ({
  websiteId,
  engine: engine ?? null,
  platform: null,
  model: null,
  sourceType,
  scope: 'all' as const,
  startDate: null,
  endDate: null,
  limit,
});
