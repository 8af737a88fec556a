/** Query of a report over every answer of a website at one engine: the declared one unless named. */
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
