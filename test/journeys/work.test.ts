import { expect } from 'vitest';
import { createClock } from '../support/clock.ts';
import { journeyOnEachDatabase } from '../support/journey.ts';
import { type RoundPanel, saveRound, saveRoundPanel } from '../support/savedRounds.ts';

const day = 86_400_000;
const clock = createClock('2026-03-09T08:00:00.000Z');
const now = () => new Date(clock.now()).toISOString();

journeyOnEachDatabase(
  'the work list',
  { permissions: ['read', 'manage'], replace: { runtime: clock.runtime } },
  (it) => {
    let panel: RoundPanel;
    let round = 0;

    it('is empty without evidence, and then contains one item for each rule and subject', async ({
      service,
      person,
      website,
    }) => {
      expect(await person.call('listWork', { websiteId: website.id })).toEqual({ items: [], total: 0 });
      panel = await saveRoundPanel(person, website.id, 4);
      for (round = 1; round <= 3; round += 1) {
        const at = new Date(clock.now() - (5 - round) * day).toISOString();
        await saveRound(service, panel, { number: round, dueAt: at, lists: () => false });
      }
      const { items } = await person.call('listWork', { websiteId: website.id });
      expect(items.length).toBeGreaterThan(0);
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      const ofQuestion = items.filter(({ evidence }) => evidence.rule === 'VR01');
      expect(ofQuestion.flatMap(({ evidence }) => evidence.questionIds).sort()).toEqual(
        panel.cases.map(({ questionId }) => questionId).sort(),
      );
      expect(items.every(({ state }) => state === 'open')).toBe(true);
    });

    it('assigns an item to one of ten members who claim it concurrently', async ({ person, website }) => {
      const [item] = (await person.call('listWork', { websiteId: website.id })).items;
      const id = item?.id ?? '';
      const claims = await Promise.allSettled(
        Array.from({ length: 10 }, (_, at) => person.call('claimWork', { id, owner: `member-${at}@acme.example` })),
      );
      expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const listed = (await person.call('listWork', { websiteId: website.id, state: 'doing' })).items;
      expect(listed).toMatchObject([{ id, state: 'doing' }]);
      const log = await person.call('readAuditLog', { limit: 200 });
      expect(log.items.filter(({ act, subject }) => act === 'claimWork' && subject === id)).toHaveLength(1);
      await person.call('reopenWork', { id });
    });

    it('does not show a declined item again while its evidence is of the same kind', async ({
      service,
      person,
      website,
    }) => {
      const [item] = (await person.call('listWork', { websiteId: website.id })).items;
      const id = item?.id ?? '';
      await person.call('declineWork', { id, reason: 'We do not sell this' });
      await saveRound(service, panel, { number: round, dueAt: now(), lists: () => false });
      round += 1;
      const open = (await person.call('listWork', { websiteId: website.id })).items;
      expect(open.map((one) => one.id)).not.toContain(id);
      const declined = await person.call('readWorkItem', { id });
      expect(declined.item).toMatchObject({ state: 'declined', reason: 'We do not sell this' });
      const refusal = await person.refuse('finishWork', { id }, 'invalid_request');
      expect(refusal.details).toMatchObject({ field: 'id' });
    });

    it('verifies finished work in later evidence', async ({ service, person, website }) => {
      const [item] = (await person.call('listWork', { websiteId: website.id })).items;
      const id = item?.id ?? '';
      const { item: done } = await person.call('finishWork', { id, note: 'Rewrote the page' });
      expect(done).toMatchObject({ state: 'done', verification: { result: 'waiting', observedAt: null } });
      clock.move(day);
      await saveRound(service, panel, { number: round, dueAt: now(), lists: () => false });
      round += 1;
      expect((await person.call('readWorkItem', { id })).item.verification).toMatchObject({ result: 'still_found' });
      for (let more = 0; more < 6; more += 1) {
        clock.move(day);
        await saveRound(service, panel, { number: round, dueAt: now(), lists: () => true });
        round += 1;
      }
      expect((await person.call('readWorkItem', { id })).item).toMatchObject({
        state: 'done',
        verification: { result: 'not_found_any_more' },
      });
    });

    it('tests the finished work of a month as one family, and says if it cannot', async ({ person, website }) => {
      const [item] = (await person.call('listWork', { websiteId: website.id, state: 'done' })).items;
      const month = item?.doneAt?.slice(0, 7) ?? '';
      const read = () => person.call('readWorkEffects', { websiteId: website.id, month });
      expect(await read()).toMatchObject({ done: 1, waiting: 1, unmeasured: 0 });
      clock.move(35 * day);
      const effects = await read();
      // Four questions leave fewer than six topics without work to compare with.
      expect(effects).toMatchObject({ done: 1, withChange: 0, without: 0, unmeasured: 1, falseDiscoveryRate: 0.1 });
    });

    it('explains refusals: an unknown item and a wrong state are named', async ({ person, website }) => {
      await person.refuse('claimWork', { id: 'no-such-item' }, 'not_found');
      await person.refuse('claimWork', { id: `${website.id}.000000000000000000000000` }, 'not_found');
      const refusal = await person.refuse('listWork', { websiteId: website.id, state: 'lost' }, 'invalid_request');
      expect(refusal.details).toMatchObject({ field: 'state' });
    });
  },
);
