import { expect } from 'vitest';
import { journeyOnEachDatabase } from '../support/journey.ts';
import { saveAnswer } from '../support/savedAnswers.ts';

const us = 'Acme CRM acme-crm.example';
const rivalo = 'Rivalo rivalo.example';
const other = 'Otherly otherly.example';

/** Days of July 2026, with the answers to each of three questions. */
const days: readonly (readonly (readonly string[] | 'no answer')[])[] = [
  [[rivalo, us], [other], [us]],
  [[us, other], [rivalo, other], 'no answer'],
  [[rivalo], [other, us, rivalo], [us, rivalo]],
];
const engines = ['openai', 'claude-api'] as const;
const env = { ENGINES: engines.join(','), ANTHROPIC_API_KEY: 'test-key' };
const period = { startDate: '2026-07-02', endDate: '2026-07-03' } as const;

journeyOnEachDatabase('a report query', { permissions: ['manage'], env }, (it) => {
  it.beforeAll(async ({ service, program, website: { id: websiteId } }) => {
    await program.call('declareRival', { id: websiteId, domain: 'rivalo.example', name: 'Rivalo' });
    for (const [at, engine] of engines.entries()) {
      for (const question of [0, 1, 2]) {
        const search = { engine };
        const { id: caseId } = await service.makeCase({ websiteId, query: `Which tool is no. ${question}?`, search });
        for (const [day, answers] of days.entries()) {
          const names = answers[(question + at) % 3] ?? [];
          const createdAt = `2026-07-0${day + 1}T10:0${question}:00.000Z`;
          const cites = names.includes(us) ? ['https://review.example/best'] : ['https://forum.example/a'];
          const answer = names === 'no answer' ? { noAnswer: true } : { names: names as string[], cites };
          await saveAnswer(service, { websiteId, caseId, createdAt, engine, ...answer });
        }
      }
    }
    const { items } = await program.call('listQuestions', { websiteId });
    const tagged = items.filter(({ query }: { query: string }) => !query.includes('no. 2')).map(({ id }) => id);
    await program.call('changeQuestions', { questionIds: tagged, addTags: ['Shops'] });
  });

  it('agrees with the report of the same numbers', async ({ program, website: { id: websiteId } }) => {
    for (const dates of [{}, period]) {
      const query = { websiteId, ...dates };
      const { rows, columns } = await program.call('queryReport', query);
      expect(columns.map(({ id }) => id)).toEqual(['visibilityScore', 'shareOfVoice', 'averagePosition', 'noAnswer']);
      const { visibilityScore, shareOfVoice, averagePosition, counts, coverage } = await program.call(
        'engineVisibility',
        query,
      );
      expect(rows).toMatchObject({ total: 1, rows: [{ engine: 'openai', key: '', answers: counts.answers }] });
      expect(rows.rows[0]?.cells).toEqual([
        ratio(visibilityScore),
        ratio(shareOfVoice),
        { ...empty, value: averagePosition.value, whole: averagePosition.listed },
        {
          value: coverage.noAnswer.rate,
          ...part(coverage.noAnswer.questions, coverage.noAnswer.of),
          interval: coverage.noAnswer.interval95,
        },
      ]);
    }
  });

  it('gives each engine its figures of the side-by-side report', async ({ program, website: { id: websiteId } }) => {
    const { rows } = await program.call('queryReport', { websiteId, by: 'engine' });
    const compared = await program.call('compareEngines', { websiteId });
    expect(rows.rows.map(({ engine, cells }) => [engine, cells[0], cells[1]])).toEqual(
      compared.engines
        .map(({ engine, visibilityScore, shareOfVoice }) => [engine, ratio(visibilityScore), ratio(shareOfVoice)])
        .sort(),
    );
  });

  it('gives each day, week and month its point of the history', async ({ program, website: { id: websiteId } }) => {
    for (const by of ['day', 'week', 'month'] as const) {
      const { rows } = await program.call('queryReport', { websiteId, by });
      const { points } = await program.call('visibilityHistory', { websiteId, bucket: by, scope: 'all' });
      expect(points.length).toBe(by === 'day' ? 3 : 1);
      expect(rows.rows.map(({ key, cells: [score, share, place] }) => [key, score, share, place])).toEqual(
        points.map(({ start, score, interval95, listed, known, shareOfVoice, averagePosition }) => [
          start,
          { ...empty, value: score, interval: interval95, ...part(listed, known) },
          ratio(shareOfVoice),
          { ...empty, value: averagePosition.value, whole: averagePosition.listed },
        ]),
      );
    }
  });

  it('gives a rival the figures of its standing', async ({ program, website: { id: websiteId } }) => {
    const { rows } = await program.call('queryReport', { websiteId, by: 'rival' });
    const { rivals, shareOfVoice } = await program.call('rivalVisibility', { websiteId });
    const [standing] = rivals;
    const rowOf = (key: string) => rows.rows.find((row) => row.key === key)?.cells;
    expect(rowOf('acme-crm.example')?.[1]).toEqual(ratio(shareOfVoice));
    expect(rowOf('rivalo.example')).toMatchObject([
      { value: standing?.rate, interval: standing?.interval95, part: standing?.appearances, whole: standing?.answers },
      { value: standing?.share },
      { value: standing?.averagePosition },
      {},
    ]);
  });

  it('groups answers by source, by tag and by question', async ({ program, website: { id: websiteId } }) => {
    const sources = await program.call('queryReport', { websiteId, by: 'source' });
    const { domains } = await program.call('engineCitations', { websiteId });
    expect(new Map(sources.rows.rows.map(({ key, answers }) => [key, answers]))).toEqual(
      new Map(domains.rows.map(({ domain, answers }) => [domain, answers])),
    );
    const tags = await program.call('queryReport', { websiteId, by: 'tag' });
    const ofTag = await program.call('engineVisibility', { websiteId, tag: 'Shops' });
    expect(tags.rows.rows.map(({ key, cells }) => [key, cells[0]])).toEqual([['Shops', ratio(ofTag.visibilityScore)]]);
    const questions = await program.call('queryReport', { websiteId, by: 'question' });
    const prompts = await program.call('enginePrompts', { websiteId });
    expect(questions.rows.rows.map(({ cells: [score] }) => `${score?.part} of ${score?.whole}`).sort()).toEqual(
      prompts.questions.rows.map(({ listed, known }) => `${listed} of ${known}`).sort(),
    );
  });

  it('compares with the previous period, row by row', async ({ program, website: { id: websiteId } }) => {
    const query = {
      websiteId,
      startDate: '2026-07-02',
      endDate: '2026-07-02',
      by: 'engine',
      metrics: 'shareOfVoice',
    } as const;
    const { head, rows } = await program.call('queryReport', { ...query, compareWith: 'previous' });
    expect(head.previousWindow).toEqual({ startDate: '2026-07-01', endDate: '2026-07-01' });
    const before = await program.call('queryReport', {
      ...query,
      ...{ startDate: '2026-07-01', endDate: '2026-07-01' },
    });
    expect(rows.rows.map(({ cells }) => cells[0]?.previous)).toEqual(
      before.rows.rows.map(({ cells }) => cells[0]?.value),
    );
    expect(before.rows.rows).toHaveLength(2);
  });

  it('refuses unknown metrics, and comparisons without meaning', async ({ program, website }) => {
    const websiteId = website.id;
    await expect(program.call('queryReport', { websiteId, metrics: 'luck' })).rejects.toThrow(/metrics/);
    await expect(program.call('queryReport', { websiteId, compareWith: 'previous' })).rejects.toThrow(/compareWith/);
    const days = { websiteId, ...period, by: 'day', compareWith: 'previous' } as const;
    await expect(program.call('queryReport', days)).rejects.toThrow(/compareWith/);
  });
});

const empty = { value: null, interval: null, part: null, whole: null, previous: null };
const part = (listed: number, of: number) => ({ part: listed, whole: of, previous: null });

type Ratio = { value: number | null; interval95: unknown; numerator: number; denominator: number };

const ratio = ({ value, interval95, numerator, denominator }: Ratio) => ({
  value,
  interval: interval95,
  ...part(numerator, denominator),
});
