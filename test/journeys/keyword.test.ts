import { afterAll, beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { startTestService, type TestService } from '../support/service.ts';

onEachDatabase('the keyword trip', (engine) => {
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    service = await startTestService(engine);
    key = await service.makeKey();
  });
  afterAll(() => service.close());

  it('asks, follows, saves and reads an answer with its ordered recommendations and citations', async () => {
    const site = await service.makeSite();
    const question = await service.makeCase({ websiteId: site.id, query: 'Which CRM suits a ten-person agency?' });
    const before = service.creates();
    const ensured = await service.ask('/api/v1/observations/ensure', {
      key,
      idempotencyKey: 'trip-key-1',
      body: { kind: 'keyword', caseId: question.id },
    });
    expect(ensured.status).toBe(202);
    expect(ensured.body.disposition).toBe('started');
    expect(ensured.body.run.pollUrl).toBe(`/api/v1/runs/keyword/${ensured.body.run.id}`);
    const run = await service.follow(key, ensured.body.run.id);
    expect(run.status).toBe('completed');
    expect(run.result.mentions.length).toBeGreaterThan(2);
    expect(run.result.citations.length).toBeGreaterThan(0);
    expect(run.provenance).toMatchObject({
      searchMode: 'open-web',
      allowedDomains: [],
      completedSearchCount: expect.any(Number),
    });
    expect(service.creates() - before).toBe(1);

    const read = await service.ask(`/api/v1/observations?kind=keyword&caseId=${question.id}`, { key });
    expect(read.status).toBe(200);
    expect(read.body.disposition).toBe('saved');
    expect(read.body.freshness.fresh).toBe(true);
    expect(read.body.run).toEqual(run);

    const again = await service.ask('/api/v1/observations/ensure', {
      key,
      idempotencyKey: 'trip-key-2',
      body: { kind: 'keyword', caseId: question.id },
    });
    expect(again.status).toBe(200);
    expect(again.body.disposition).toBe('fresh_saved');
    expect(service.creates() - before).toBe(1);

    const replayed = await service.ask('/api/v1/observations/ensure', {
      key,
      idempotencyKey: 'trip-key-1',
      body: { maxAgeSeconds: 86400, useSeoTools: false, caseId: question.id, kind: 'keyword' },
    });
    expect(replayed.status).toBe(202);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect(replayed.body.run.id).toBe(run.id);
  });
});
