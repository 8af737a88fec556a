import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCounter } from '../../bench/countingDatabase.ts';
import { maxReadBytes, v2Reports } from '../../bench/growth.ts';
import { createMarksKeeper } from '../../src/services/visibility/keepMarks.ts';
import { onPostgres } from '../support/databases.ts';
import { homeOf } from '../support/records.ts';
import { saveHistory } from '../support/savedHistory.ts';
import { useService } from '../support/service.ts';

/** Five hundred days, each with answers and failures. */
const history = { runs: 12_000, stepSeconds: 3_600, fullSize: 2_000 };
const dates = { 'everything saved': '', 'three months': '&startDate=2026-04-01&endDate=2026-06-30' };

onPostgres('bytes that a read moves from and to PostgreSQL', () => {
  const service = useService('postgres');
  let counter: Awaited<ReturnType<typeof startCounter>>;
  let key: string;
  let websiteId: string;

  beforeAll(async () => {
    const { workspaceId } = await homeOf(service);
    key = await service.makeKey(['manage']);
    ({ id: websiteId } = await service.makeSite({ url: 'https://www.acme-crm.example/', name: 'Acme CRM' }));
    const caseIds = await service.makeCases(30, { websiteId });
    await saveHistory(service.db, 'postgres', { workspaceId, websiteId, caseIds, ...history });
    // In use, the searches of a day are counted at night.
    const keeper = createMarksKeeper(service.api);
    while (await keeper.step());
    counter = await startCounter(service.database.env.DATABASE_URL as string);
    await service.restart({ DATABASE_URL: counter.url, ROLE: 'api' });
  });
  afterAll(() => counter.close());

  const paths = [...v2Reports.map((report) => `visibility/${report}`), 'answers'];
  const reads = Object.entries(dates).flatMap(([period, given]) => paths.map((path) => [path, period, given] as const));

  it.each(reads)('are at most 200 kB for %s, %s', async (path, _period, given) => {
    const read = async () => {
      const { status, text } = await service.ask(
        `/api/v2/${path}${path.includes('?') ? '&' : '?'}websiteId=${websiteId}${given}`,
        { key },
      );
      expect(status, text.slice(0, 200)).toBe(200);
    };
    // The first read fills caches.
    await read();
    counter.reset();
    await read();
    expect(counter.read().bytes).toBeLessThanOrEqual(maxReadBytes);
  });
});
