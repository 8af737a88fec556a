import { afterAll, beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { startTestService, type TestService } from '../support/service.ts';

onEachDatabase('kinds of sources', (engine) => {
  let service: TestService;
  let siteId: string;
  let key: string;
  beforeAll(async () => {
    service = await startTestService(engine);
    siteId = (await service.makeSite()).id;
    key = await service.makeKey(['evaluate']);
    for (const query of ['Which tool suits a shop?', 'Which tool suits a school?', 'Which tool suits a club?']) {
      const { id } = await service.makeCase({ query, websiteId: siteId });
      const started = await service.ensure(key, id, `kinds-${id}`);
      await service.follow(key, started.body.run.id);
    }
  });
  afterAll(() => service.close());

  const read = async (path: string): Promise<any> => (await service.ask(`/api/v2/visibility${path}`, { key })).body;

  it('add up to the citations of the period, as the list of pages counts them, and open into their answers', async () => {
    const [kinds, citations] = [
      await read(`/sources?websiteId=${siteId}`),
      await read(`/citations?websiteId=${siteId}`),
    ];
    const sum = (of: (row: any) => number) => kinds.kinds.reduce((all: number, row: any) => all + of(row), 0);
    expect(sum((row) => row.citations)).toBe(citations.totals.citations);
    expect(sum((row) => row.domains)).toBe(citations.totals.domains);
    expect(sum((row) => row.share ?? 0)).toBeCloseTo(1);
    const own = kinds.kinds.find(({ kind }: any) => kind === 'own');
    expect(own.citations).toBe(citations.totals.ownedCitations);
    expect(kinds.domains.total).toBe(citations.totals.domains);
    for (const row of kinds.kinds) expect(row.runIds).toHaveLength(row.answers);
    expect(kinds.weeks.map(({ answers }: any) => answers)).toEqual([3]);
    for (const { runId, rivals } of kinds.rivalsNotUs.rows) {
      expect(rivals.length).toBeGreaterThan(0);
      expect(own.runIds).not.toContain(runId);
    }
  });

  it('are compared with the period before where there is one, and only there', async () => {
    const open = await read(`/sources?websiteId=${siteId}`);
    expect([open.newDomains, open.goneDomains]).toEqual([null, null]);
    const today = new Date().toISOString().slice(0, 10);
    const dated = await read(`/sources?websiteId=${siteId}&startDate=${today}&endDate=${today}`);
    expect(dated.newDomains.total).toBe(dated.domains.total);
    expect(dated.goneDomains.total).toBe(0);
    for (const row of dated.newDomains.rows) expect(row.answersBefore).toBe(0);
    const before = await read(`/sources?websiteId=${siteId}&startDate=2020-01-01&endDate=2020-01-01`);
    expect([before.answers, before.domains.total]).toEqual([0, 0]);
  });
});
