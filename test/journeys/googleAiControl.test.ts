import { expect } from 'vitest';
import { callsOf } from '../support/calls.ts';
import { journeyOnEachDatabase } from '../support/journey.ts';
import { addKey, addWorkspace } from '../support/records.ts';

journeyOnEachDatabase('the owner’s statement on Google’s control', { permissions: ['manage'] }, (it) => {
  it('is unknown, then saved with its author and time, then withdrawn', async ({ program, website: { id } }) => {
    expect(await program.call('readGoogleAiControl', { id })).toEqual({ control: null });
    const { control } = await program.call('changeGoogleAiControl', { id, setting: 'excluded' });
    expect(control).toEqual({
      setting: 'excluded',
      saidBy: expect.stringContaining('@'),
      saidAt: expect.stringMatching(/Z$/),
    });
    expect(await program.call('readGoogleAiControl', { id })).toEqual({ control });
    await program.refuse('changeGoogleAiControl', { id, setting: 'maybe' as never }, 'invalid_request');
    expect(await program.call('changeGoogleAiControl', { id, setting: null })).toEqual({ control: null });
  });

  it('is not found by another workspace', async ({ service, website: { id } }) => {
    const { secret } = await addKey(service, await addWorkspace(service, 'other owner'), ['manage']);
    const stranger = callsOf(service.url, secret);
    await stranger.refuse('readGoogleAiControl', { id }, 'not_found');
    await stranger.refuse('changeGoogleAiControl', { id, setting: 'included' }, 'not_found');
  });
});
