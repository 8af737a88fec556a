import { expect } from 'vitest';
import { callsOf } from '../support/calls.ts';
import { journeyOnEachDatabase } from '../support/journey.ts';
import { addKey, addWorkspace } from '../support/records.ts';

journeyOnEachDatabase('notes of a website', { permissions: ['manage'] }, (it) => {
  it('are listed by day, page by page, with their author', async ({ program, website: { id } }) => {
    expect(await program.call('listSiteNotes', { id })).toMatchObject({ items: [] });
    for (const [date, text] of [
      ['2026-03-09', 'Rewrote the pricing page'],
      ['2026-02-01', 'New home page'],
      ['2026-03-09', 'Asked for reviews'],
    ] as const) {
      await program.call('addSiteNote', { id, date, text });
    }
    const { items, nextCursor } = await program.call('listSiteNotes', { id, limit: 1 });
    expect(items).toMatchObject([{ date: '2026-02-01', text: 'New home page', saidBy: expect.stringContaining('@') }]);
    const others = await program.call('listSiteNotes', { id, limit: 5, cursor: String(nextCursor) });
    expect(others.items.map(({ text }) => text).sort()).toEqual(['Asked for reviews', 'Rewrote the pricing page']);
    expect(others.nextCursor).toBeNull();
  });

  it('are removed once, and only there', async ({ program, website: { id } }) => {
    const { items } = await program.call('listSiteNotes', { id });
    const first = { id, noteId: String(items[0]?.id) };
    await program.call('removeSiteNote', first);
    await program.refuse('removeSiteNote', first, 'not_found');
    expect((await program.call('listSiteNotes', { id })).items).toHaveLength(2);
  });

  it.for([
    { date: '2026-02-30', text: 'No such day' },
    { date: '2026-02-03', text: ' ' },
    { date: '2026-02-03', text: 'x'.repeat(201) },
    { date: '2026-02-03' },
  ])('are refused as %o', async (note, { program, website: { id } }) => {
    await program.refuse('addSiteNote', { id, ...note }, 'invalid_request');
  });

  it('are not found by another workspace', async ({ service, program, website: { id } }) => {
    const { secret } = await addKey(service, await addWorkspace(service, 'other owner'), ['manage']);
    const stranger = callsOf(service.url, secret);
    await stranger.refuse('addSiteNote', { id, date: '2026-02-03', text: 'Not mine' }, 'not_found');
    await stranger.refuse('listSiteNotes', { id }, 'not_found');
    expect((await program.call('listSiteNotes', { id })).items).toHaveLength(2);
  });
});
