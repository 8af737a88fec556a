import { expect } from 'vitest';
import { journeyOnEachDatabase } from '../support/journey.ts';
import { saveAnswer } from '../support/savedAnswers.ts';
import { savedResult } from '../support/savedResults.ts';

journeyOnEachDatabase('the life of a keyword run', { permissions: ['evaluate'] }, (it, long) => {
  long(
    'asks, follows, saves and reads an answer with its ordered recommendations and citations',
    async ({ service, program, website }) => {
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
    },
  );

  it('sends a saved result with exactly the bytes of the presented run’s JSON, in every script', async ({
    service,
    website,
  }) => {
    const { id: caseId } = await service.makeCase({ websiteId: website.id, query: 'Which lamp?' });
    const key = await service.makeKey();
    const texts = ['short', `Zürich 漢字 😀 \u2028 "quoted" \\ </script> ${'und lang genug, '.repeat(500)}{0}`];
    for (const [at, text] of texts.entries()) {
      const createdAt = `2026-03-0${at + 1}T08:00:00.000Z`;
      const id = await saveAnswer(service, {
        websiteId: website.id,
        caseId,
        createdAt,
        text,
        cites: ['https://ü.example/'],
      });
      // The second response comes from the cache.
      for (let times = 0; times < 2; times += 1) {
        const { text: sent, body } = await service.reply('readRun', { kind: 'keyword', id }, { key });
        const result = await savedResult(service, id);
        expect(sent).toBe(JSON.stringify({ ...body, run: { ...body.run, result } }));
      }
    }
  });
});
