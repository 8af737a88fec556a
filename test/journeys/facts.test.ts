import { expect } from 'vitest';
import type { FactKind } from '../../src/domain/facts/fact.ts';
import { journeyOnEachDatabase } from '../support/journey.ts';
import { saveAnswer } from '../support/savedAnswers.ts';

journeyOnEachDatabase('facts of a website', { permissions: ['manage'] }, (it, long) => {
  long(
    'are compared with the latest answers, in versions, and the owner decides the rest',
    async ({ service, program, website: { id: websiteId } }) => {
      const { fact } = await program.call('createFact', {
        ...{ websiteId, kind: 'price', name: 'Team plan', value: '€39 per month' },
        ...{ sourceUrl: 'https://www.acme-crm.example/pricing', words: ['Team plan'] },
      });
      const { id: caseId } = await service.makeCase({ query: 'Which CRM suits a club?', websiteId });
      const text =
        'The Team plan of Acme CRM costs €39 per month. The Team plan of Acme CRM costs €29 per month. The Team plan of Acme CRM starts from €19 per month.';
      await saveAnswer(service, { websiteId, caseId, createdAt: new Date().toISOString(), text, cites: [] });
      const first = await program.call('listFactQuotes', { websiteId });
      expect(first.quotes.map(({ verdict }) => verdict)).toEqual(['agrees', 'contradicts', 'cannot_tell']);
      expect(first.wrong).toEqual({ wrong: 1, decided: 2, undecided: 1, share: 0.5 });

      const changed = await program.call('changeFact', { id: fact.id, value: '€49 per month' });
      expect(changed.fact.versions.map(({ version, value }) => [version, value])).toEqual([
        [2, '€49 per month'],
        [1, '€39 per month'],
      ]);
      const conflicts = await program.call('listFactConflicts', { websiteId });
      expect(conflicts.quotes.map(({ verdict, version }) => [verdict, version])).toEqual([
        ['matches_older', 1],
        ['contradicts', 2],
        ['cannot_tell', 2],
      ]);

      const open = conflicts.quotes.at(-1);
      await program.call('decideFactQuote', {
        ...{ id: fact.id, runId: open?.runId ?? '', start: open?.start ?? 0, decision: 'right' },
      });
      const decided = await program.call('listFactQuotes', { websiteId });
      expect(decided.wrong).toEqual({ wrong: 2, decided: 3, undecided: 0, share: 2 / 3 });
      expect(decided.quotes.at(-1)?.decision).toMatchObject({ decision: 'right' });
      await program.call('removeFact', { id: fact.id });
      expect((await program.call('listFactQuotes', { websiteId })).quotes).toEqual([]);
    },
  );

  it('are refused with the invalid field', async ({ program, website: { id: websiteId } }) => {
    const fact = { websiteId, name: 'Seats', words: [], sourceUrl: 'https://www.acme-crm.example/' };
    const refused = program.call('createFact', { ...fact, kind: 'number', value: 'many' });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining('value') });
    const bad: [kind: FactKind, values: string[]][] = [
      ['price', ['-€49 per month', '€49–59 per month', 'from €49', '€49 per month for students', '49 XYZ per month']],
      ['date', ['2019-13-45', '2019-02-30', '2020-05-01 to 2019-01-01', '3019']],
      ['hours', ['25:00-26:00', '09:00-09:00', '09:75-18:00']],
      ['phone', ['call 1234567 or 7654321', '+49 30 1234567890123456789']],
      ['number', ['-5 users', '5', '5 users 6 users']],
    ];
    for (const [kind, values] of bad)
      for (const value of values)
        await expect(program.call('createFact', { ...fact, kind, value }), value).rejects.toMatchObject({
          ...{ code: 'invalid_request', message: expect.stringMatching(/^value: /) },
        });
    for (const sourceUrl of ['https://evil.example/x', 'http://169.254.169.254/', 'https://a:b@www.acme-crm.example/'])
      await expect(
        program.call('createFact', { ...fact, kind: 'number', value: '5 users', sourceUrl }),
      ).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/^sourceUrl: /) });
    for (const [kind, value] of [
      ['price', '49 € pro Monat'],
      ['price', '月額49ユーロ'],
      ['hours', '18:00-02:00'],
    ] as const)
      await program.call('createFact', { ...fact, name: value, kind, value });
    const again = { ...fact, name: '18:00-02:00', kind: 'hours', value: '09:00-18:00' } as const;
    await expect(program.call('createFact', again)).rejects.toMatchObject({
      message: expect.stringMatching(/^name: /),
    });
    await expect(program.call('changeFact', { id: 'fact_none', value: '1' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
