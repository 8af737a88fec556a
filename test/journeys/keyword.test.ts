import { expect } from 'vitest';
import { journeyOnEachDatabase } from '../support/journey.ts';

journeyOnEachDatabase('the keyword trip', { permissions: ['evaluate'] }, (it) => {
  it('asks, follows, saves and reads an answer with its ordered recommendations and citations', async ({
    service,
    program,
    website,
  }) => {
    const query = 'Which CRM suits a ten-person agency?';
    const { id: caseId } = await service.makeCase({ websiteId: website.id, query });
    const before = service.creates();
    const run = await program.evaluate({ kind: 'keyword', caseId }, 'trip-key-1');
    expect(run).toMatchObject({
      status: 'completed',
      pollUrl: `/api/v1/runs/keyword/${run.id}`,
      provenance: { searchMode: 'open-web', allowedDomains: [], completedSearchCount: expect.any(Number) },
    });
    expect(run.result).toHaveProperty(['mentions', 2]);
    expect(run.result).toHaveProperty(['citations', 0]);
    expect(service.creates() - before).toBe(1);

    const read = await program.call('readObservation', { kind: 'keyword', caseId });
    expect(read).toMatchObject({ disposition: 'saved', freshness: { fresh: true }, run });

    const ask = (idempotencyKey: string, more = {}) =>
      program.call('ensureObservation', { kind: 'keyword', caseId, ...more }, { idempotencyKey });
    expect((await ask('trip-key-2')).disposition).toBe('fresh_saved');
    expect(service.creates() - before).toBe(1);

    const replayed = await ask('trip-key-1', { maxAgeSeconds: 86_400, useSeoTools: false });
    expect([replayed.disposition, replayed.run?.id]).toEqual(['started', run.id]);
  });
});
