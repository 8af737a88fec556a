import { expect } from 'vitest';
import { journeyOnEachDatabase } from '../support/journey.ts';

journeyOnEachDatabase('kinds of sources', { permissions: ['evaluate'] }, (it) => {
  it.beforeAll(async ({ service, program, website }) => {
    for (const query of ['Which tool suits a shop?', 'Which tool suits a school?', 'Which tool suits a club?']) {
      const { id: caseId } = await service.makeCase({ query, websiteId: website.id });
      await program.evaluate({ kind: 'keyword', caseId }, `kinds-${caseId}`);
    }
  });

  it('add up to the citations of the period, as the list of pages counts them, and link to their answers', async ({
    program,
    website: { id: websiteId },
  }) => {
    const { kinds, domains, weeks, rivalsNotUs } = await program.call('sourceKinds', { websiteId });
    const { totals } = await program.call('engineCitations', { websiteId });
    const sum = (of: (row: (typeof kinds)[number]) => number) => kinds.reduce((all, row) => all + of(row), 0);
    expect(sum((row) => row.citations)).toBe(totals.citations);
    expect(sum((row) => row.domains)).toBe(totals.domains);
    expect(sum((row) => row.share ?? 0)).toBeCloseTo(1);
    const own = kinds.find(({ kind }) => kind === 'own');
    expect(own?.citations).toBe(totals.ownedCitations);
    expect(domains.total).toBe(totals.domains);
    for (const row of kinds) expect(row.runIds).toHaveLength(row.answers);
    expect(weeks.map(({ answers }) => answers)).toEqual([3]);
    for (const { runId, rivals } of rivalsNotUs.rows) {
      expect(rivals.length).toBeGreaterThan(0);
      expect(own?.runIds).not.toContain(runId);
    }
  });

  it('are compared with the previous period if there is one, and only there', async ({
    program,
    website: { id: websiteId },
  }) => {
    const open = await program.call('sourceKinds', { websiteId });
    expect([open.newDomains, open.goneDomains]).toEqual([null, null]);
    const today = new Date().toISOString().slice(0, 10);
    const dated = await program.call('sourceKinds', { websiteId, startDate: today, endDate: today });
    expect(dated.newDomains?.total).toBe(dated.domains.total);
    expect(dated.goneDomains?.total).toBe(0);
    expect(dated.newDomains?.rows.filter(({ answersBefore }) => answersBefore !== 0)).toEqual([]);
    const before = await program.call('sourceKinds', { websiteId, startDate: '2020-01-01', endDate: '2020-01-01' });
    expect([before.answers, before.domains.total]).toEqual([0, 0]);
  });
});
