import { afterEach, expect, it } from 'vitest';
import { insertReport, moveCall } from '../../../src/store/seo/reports.ts';
import { onEachDatabase } from '../../support/databases.ts';
import { tool } from '../../support/mcp.ts';
import { homeOf } from '../../support/records.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
afterEach(() => service.close());

const keywordRows = Array.from({ length: 100 }, (_, index) => ({
  keyword: `best crm for agencies of size ${index}`,
  position: index + 1,
  searchVolume: 1_000 + index,
  cpcUsd: 1.25,
  url: `https://www.example-shop.com/guides/best-crm-${index}`,
}));

/** Saves `count` complete reports of 100 keyword rows each; the highest number is the newest. */
async function addReports(count: number): Promise<void> {
  const home = await homeOf(service);
  await service.call(
    'requestSeoOverview',
    { domain: 'example-shop.com', confirmSpend: true },
    { idempotencyKey: 'the-first-report' },
  );
  const [overview] = await service.db
    .selectFrom('seo_calls')
    .select('data')
    .where('name', '=', 'domain_rank_overview')
    .execute();
  for (let index = 1; index < count; index += 1) {
    const id = `seo_${String(index).padStart(22, '0')}`;
    const requestedAt = new Date(Date.UTC(2031, 0, 1, 0, index)).toISOString();
    const names = ['domain_rank_overview', 'ranked_keywords'] as const;
    await insertReport(
      service.db,
      {
        id,
        workspaceId: home.workspaceId,
        ownerId: home.ownerId,
        runId: null,
        domain: `shop-number-${index}.example.com`,
        state: 'complete',
        provider: 'dataforseo',
        sandbox: false,
        version: 1,
        requestedAt,
        countedAt: requestedAt,
        completedAt: requestedAt,
        calls: names.map((name) => ({
          name,
          state: 'not_sent',
          tag: `${id}:${name}`,
          sentAt: null,
          endedAt: null,
          costUsd: null,
          error: null,
          data: null,
          refusals: [],
        })),
      },
      requestedAt,
    );
    for (const name of names) {
      const data = name === 'ranked_keywords' ? { rankedKeywords: keywordRows } : JSON.parse(overview?.data ?? 'null');
      const end = { state: 'succeeded' as const, endedAt: requestedAt, costUsd: 0.0101, error: null, data };
      await moveCall(service.db, { id, workspaceId: home.workspaceId }, name, 'not_sent', end);
    }
  }
}

onEachDatabase('a list of SEO overviews', (engine) => {
  it('leaves the keyword rows to the report itself, and fits what an agent may read at once', async () => {
    service = await startTestService(engine);
    const key = await service.makeKey([]);
    await addReports(200);
    const listed = await service.call('readSeoReports', {}, { key });
    const { reports } = listed;
    expect(reports).toHaveLength(200);
    expect(reports.filter(({ rankedKeywords, overview }) => rankedKeywords !== null || overview === null)).toEqual([]);
    const newest = reports[0]?.reportId ?? '';
    const whole = (await service.call('readSeoReports', { reportId: newest }, { key })).report;
    expect(whole.rankedKeywords).toEqual(keywordRows);
    expect({ ...whole, rankedKeywords: null }).toEqual(reports[0]);

    // 25,000 tokens of at least three characters each: what clients accept from a tool.
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await tool(service, key, 'read_seo_reports', cursor === undefined ? {} : { cursor });
      const { reports: part, nextCursor } = page.structuredContent as unknown as {
        reports: { reportId: string }[];
        nextCursor?: string;
      };
      expect(page.content[0].text.length).toBeLessThan(75_000);
      expect(JSON.stringify(page.structuredContent).length).toBeLessThan(75_000);
      seen.push(...part.map(({ reportId }) => reportId));
      cursor = nextCursor ?? null;
    }
    expect(seen).toEqual(reports.map(({ reportId }) => reportId));
  });
});
