import { expect } from 'vitest';
import type { ReadSearch } from '../../src/domain/answer/reading.ts';
import { createSearchKeeper } from '../../src/services/visibility/searchCounts.ts';
import { inTransaction } from '../../src/store/database/transaction.ts';
import { saveResult } from '../../src/store/runs/results.ts';
import { journeyOnEachDatabase } from '../support/journey.ts';
import { homeOf } from '../support/records.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import type { TestService } from '../support/service.ts';

const engines = ['openai', 'claude-api'] as const;
const env = { ENGINES: engines.join(','), ANTHROPIC_API_KEY: 'test-key' };
const days = ['2026-03-30', '2026-03-31', '2026-04-01', '2026-04-02', '2026-04-20', '2026-05-01', '2026-05-02'];
const periods: readonly { startDate?: string; endDate?: string }[] = [
  {},
  { startDate: '2026-04-01', endDate: '2026-04-30' },
  { startDate: '2026-03-31', endDate: '2026-05-01' },
  { startDate: '2026-04-02' },
  { endDate: '2026-04-02' },
  { startDate: '2026-04-20', endDate: '2026-04-20' },
  { startDate: '2026-06-01' },
];

/** Generates a few searches, some of them similar, from a seed. */
const searchesOf = (seed: number): ReadSearch[] =>
  Array.from({ length: seed % 3 }, (_, at) => ({
    query: ['Best CRM', 'best  crm', 'crm price', 'crm for shops'][(seed + at) % 4] ?? '',
    pages: ['https://www.acme-crm.example/a', 'https://x.example/', 'https://y.example/b']
      .slice(0, 1 + ((seed + at) % 3))
      .map((url) => ({ url, title: null, cited: (seed * 7 + at) % 2 === 0 })),
  }));

const versions = new Map<string, number>();

/** Saves what reading an answer again would: another version of its reading, with these searches. */
async function readAgain(service: TestService, runId: string, searches: ReadSearch[] | null): Promise<void> {
  const { workspaceId } = await homeOf(service);
  const version = (versions.get(runId) ?? 0) + 1;
  versions.set(runId, version);
  const result = { text: 'Some text', mentions: [], citations: [], limitations: [] };
  await inTransaction(service.db, (tx) =>
    saveResult(
      tx,
      { workspaceId, runId },
      { version: `again/${version}`, result, facts: null, searches },
      days[0] ?? '',
    ),
  );
}

async function countAll(service: TestService): Promise<void> {
  const keeper = createSearchKeeper(service.api);
  while (await keeper.step());
}

journeyOnEachDatabase('searches added up for days and months', { permissions: ['manage'], env }, (it) => {
  const runs: string[] = [];
  let caseId = '';

  it.beforeAll(async ({ service, website: { id: websiteId } }) => {
    runs.length = 0;
    let seed = 0;
    for (const engine of engines) {
      for (const question of [0, 1]) {
        ({ id: caseId } = await service.makeCase({
          websiteId,
          query: `Which tool is no. ${question}?`,
          search: { engine },
        }));
        for (const day of days) {
          for (const hour of ['08', '17']) {
            const createdAt = `${day}T${hour}:00:00.000Z`;
            const runId = await saveAnswer(service, { websiteId, caseId, createdAt, engine, names: ['Rivalo'] });
            runs.push(runId);
            seed += 1;
            await readAgain(service, runId, seed % 5 === 0 ? null : searchesOf(seed));
          }
        }
      }
    }
  });

  it('give the numbers that the answers themselves give', async ({ service, program, website: { id: websiteId } }) => {
    const { items: questions } = await program.call('listQuestions', { websiteId });
    const queries = periods.flatMap((period) => [
      { websiteId, ...period, limit: 200 },
      { websiteId, ...period, engine: 'claude-api' },
      { websiteId, ...period, questionId: questions[0]?.id },
    ]);
    const read = () => Promise.all(queries.map((query) => program.call('engineSearches', query)));
    await service.db.deleteFrom('search_counts').execute();
    const fromAnswers = await read();
    expect(fromAnswers[0]?.engines.map(({ answers }) => answers)).toEqual([28, 28]);
    expect(fromAnswers[0]?.searches.total).toBe(3);

    await countAll(service);
    const { count } = await service.db
      .selectFrom('search_counts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(engines.length * (days.length + 3));
    // Counted answers are not read again: reading these would fail.
    await service.setRows('run_results', { searches: 'unreadable', packed_searches: null });
    expect(await read()).toEqual(fromAnswers);
  });

  it('follow an answer that is read again, and one that is saved late', async ({ service, program, website }) => {
    const websiteId = website.id;
    for (const [at, runId] of runs.entries()) await readAgain(service, runId, searchesOf(at + 3));
    await countAll(service);
    const changes = [
      () => readAgain(service, runs[3] ?? '', [{ query: 'a new search', pages: [] }]),
      async () => {
        const createdAt = '2026-04-11T08:00:00.000Z';
        const late = {
          websiteId,
          caseId,
          createdAt,
          engine: 'claude-api',
          names: ['Rivalo'],
          cites: ['https://z.example/'],
        };
        await saveAnswer(service, late);
      },
    ];
    for (const change of changes) {
      const before = await program.call('engineSearches', { websiteId });
      await change();
      const after = await program.call('engineSearches', { websiteId });
      expect(after.searches.total).toBe(before.searches.total + 1);
      await service.db.deleteFrom('search_counts').execute();
      expect(await program.call('engineSearches', { websiteId })).toEqual(after);
      await countAll(service);
      expect(await program.call('engineSearches', { websiteId })).toEqual(after);
    }
  });
});
