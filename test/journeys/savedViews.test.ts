import { expect } from 'vitest';
import { callsOf } from '../support/calls.ts';
import { journeyOnEachDatabase } from '../support/journey.ts';
import { addKey, addWorkspace } from '../support/records.ts';

journeyOnEachDatabase('saved views', { permissions: ['manage'] }, (it) => {
  it('are listed page by page with their author, and removed once', async ({ program }) => {
    for (const [name, path] of [
      ['Questions we lose', '/sites/site_1/questions?tab=missing'],
      ['Spending by plan', '/spending?by=plan'],
    ] as const) {
      await program.call('saveView', { name, path });
    }
    const { items, nextCursor } = await program.call('listSavedViews', { limit: 1 });
    expect(items).toMatchObject([{ name: 'Questions we lose', savedBy: expect.stringContaining('@') }]);
    const others = await program.call('listSavedViews', { limit: 5, cursor: String(nextCursor) });
    expect(others.items).toMatchObject([{ name: 'Spending by plan', path: '/spending?by=plan' }]);
    const id = String(items[0]?.id);
    await program.call('removeSavedView', { id });
    await program.refuse('removeSavedView', { id }, 'not_found');
    expect((await program.call('listSavedViews', {})).items).toHaveLength(1);
  });

  it.for([
    { name: ' ', path: '/plans' },
    { name: 'x'.repeat(81), path: '/plans' },
    { name: 'Elsewhere', path: 'https://elsewhere.example/' },
    { name: 'Elsewhere', path: '//elsewhere.example/' },
    { name: 'Elsewhere', path: '/\\elsewhere.example/' },
    { name: 'No path' },
  ])('are refused as %o', async (view, { program }) => {
    await program.refuse('saveView', view, 'invalid_request');
  });

  it('are invisible to another workspace', async ({ service, program }) => {
    const { secret } = await addKey(service, await addWorkspace(service, 'other owner'), ['manage']);
    const stranger = callsOf(service.url, secret);
    expect((await stranger.call('listSavedViews', {})).items).toEqual([]);
    const { view } = await program.call('saveView', { name: 'Ours', path: '/plans' });
    await stranger.refuse('removeSavedView', { id: view.id }, 'not_found');
  });
});
