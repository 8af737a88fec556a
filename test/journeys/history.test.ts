import { expect, it } from 'vitest';
import type { InputOf } from '../../src/contract/callTypes.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { createQuestionPanel } from '../support/questionPanel.ts';
import { addSite, addWorkspace } from '../support/records.ts';
import type { SavedAnswer } from '../support/savedAnswers.ts';
import { useProgram, useService } from '../support/service.ts';

const us = 'Acme CRM acme-crm.example';
const rival = 'Rivalo rivalo.example';

/** Orders newest first, and by id within one instant. */
const order = (items: readonly { runId: string; createdAt: string }[], a: string, b: string): number => {
  const at = (id: string) => items.find(({ runId }) => runId === id)?.createdAt ?? '';
  return at(a) < at(b) || (at(a) === at(b) && a < b) ? 1 : -1;
};

onEachDatabase('the history of a website', (engine) => {
  const service = useService(engine);
  const program = useProgram(service, ['read']);
  type Query = Omit<InputOf<'visibilityHistory'>, 'websiteId'>;

  async function panel(questions: number) {
    const { websiteId, save } = await createQuestionPanel(service, questions);
    return {
      websiteId,
      save: (question: number, date: string, names: readonly string[], given: Partial<SavedAnswer> = {}) =>
        save(question, date, { names, ...given }),
      history: (query: Query) => program.call('visibilityHistory', { websiteId, ...query }),
    };
  }

  it('counts each day, week and month separately, over months', async () => {
    const { save, history } = await panel(2);
    await save(0, '2026-01-30', [rival]);
    await save(1, '2026-01-30', [rival]);
    await save(0, '2026-02-02', [us, rival]);
    await save(1, '2026-02-04', [rival]);
    await save(0, '2026-02-06', [rival]);
    const days = await history({ bucket: 'day' });
    expect(days.points.map(({ start, listed, known }) => [start, listed, known])).toEqual([
      ['2026-01-30', 0, 2],
      ['2026-02-02', 1, 1],
      ['2026-02-04', 0, 1],
      ['2026-02-06', 0, 1],
    ]);
    // The week's newest answer to the first question no longer names us.
    const weeks = await history({ bucket: 'week' });
    expect(weeks.points.map(({ start, end, score }) => [start, end, score])).toEqual([
      ['2026-01-26', '2026-02-01', 0],
      ['2026-02-02', '2026-02-08', 0],
    ]);
    expect(weeks.points[1]?.attempts).toMatchObject({ matched: 3, considered: 3, completed: 3 });
    const months = await history({ bucket: 'month', startDate: '2026-02-01', endDate: '2026-02-04' });
    expect(months.points).toMatchObject([
      { start: '2026-02-01', end: '2026-02-04', partial: true, listed: 1, known: 2, score: 50 },
    ]);
    expect(months.points[0]?.rivals).toMatchObject([{ domain: 'rivalo.example', listed: 2, answers: 2, rate: 100 }]);
    expect(months.points[0]?.interval95.lower).toBeGreaterThan(0);
  });

  long('shows the same number for one day as every other report of that day', async () => {
    const { websiteId, save, history } = await panel(3);
    await save(0, '2026-03-02', [us, rival]);
    await save(1, '2026-03-02', [rival, 'Acme CRM Pro']);
    await save(2, '2026-03-02', [rival, 'AcmeCRM Pro']);
    await save(0, '2026-03-03', [], { status: 'failed' });
    const day = { startDate: '2026-03-02', endDate: '2026-03-02' };
    const { points } = await history({ bucket: 'day' });
    const current = await program.call('engineVisibility', { websiteId, ...day });
    const overview = await program.call('engineOverview', { websiteId, ...day });
    expect(points[0]).toMatchObject({
      score: current.visibilityScore.value,
      interval95: current.visibilityScore.interval95,
      listed: current.counts.listed,
      unknown: current.counts.unknown,
      questions: current.coverage.questionsAnswered,
    });
    expect(points[0]?.shareOfVoice.value).toBe(current.shareOfVoice.value);
    expect(points[0]?.averagePosition.value).toBe(current.averagePosition.value);
    expect(points[0]?.score).toBe(overview.dailySamples[0]?.score);
    expect(points[1]).toMatchObject({ score: null, known: 0, attempts: { failed: 1, completed: 0 } });
  });

  it('counts from the first day of the calendar to its last', async () => {
    const { websiteId, save, history } = await panel(1);
    await save(0, '2026-03-02', [us]);
    const ever = { startDate: '0001-01-01', endDate: '9999-12-31' };
    expect((await history({ bucket: 'month', ...ever })).points).toMatchObject([{ start: '2026-03-01', listed: 1 }]);
    expect((await program.call('engineVisibility', { websiteId, ...ever })).counts.listed).toBe(1);
    expect((await program.call('engineOverview', { websiteId, ...ever })).dailySamples).toHaveLength(1);
  });

  it('counts a whole period of any size in every report, and the newest hundred on request', async () => {
    const { websiteId, save } = await panel(2);
    await save(1, '2026-01-05', [us]);
    for (let at = 0; at < 101; at += 1) {
      const day = String(1 + (at % 28)).padStart(2, '0');
      await save(0, `2026-02-${day}`, [rival], {
        createdAt: `2026-02-${day}T${String(at % 24).padStart(2, '0')}:00:00.000Z`,
      });
    }
    const window = { startDate: '2026-01-01', endDate: '2026-02-28' };
    const reports = [
      'engineVisibility',
      'engineOverview',
      'engineCitations',
      'enginePrompts',
      'engineRecommendations',
    ] as const;
    for (const id of reports) {
      const { coverage } = await program.call(id, { websiteId, ...window });
      expect(coverage, id).toMatchObject({
        scope: 'all',
        attemptsConsidered: 102,
        attemptsMatched: 102,
        completed: 102,
        truncated: false,
        questionsAnswered: 2,
      });
      const newest = await program.call(id, { websiteId, ...window, scope: 'newest100' });
      expect(newest.coverage, id).toMatchObject({ scope: 'newest100', attemptsConsidered: 100, questions: 1 });
    }
    expect((await program.call('engineVisibility', { websiteId, ...window })).visibilityScore).toMatchObject({
      value: 50,
    });
    const { engines } = await program.call('compareEngines', { websiteId, ...window });
    expect(engines[0]?.coverage).toMatchObject({ scope: 'all', attemptsConsidered: 102 });
    const spans = [7, 28, 59].map((days) => ({
      ...window,
      startDate: `2026-${days === 59 ? '01-01' : days === 28 ? '02-01' : '02-22'}`,
    }));
    const overviews = await Promise.all(spans.map((span) => program.call('engineOverview', { websiteId, ...span })));
    expect(new Set(overviews.map(({ coverage }) => coverage.attemptsConsidered)).size).toBe(3);
    expect(overviews.map(({ dailySamples }) => dailySamples.length)).toEqual([7, 28, 29]);
  });

  it('marks changes of questions, models and settings, and follows the questions that stayed', async () => {
    const { save, history } = await panel(3);
    await save(0, '2026-04-01', [us]);
    await save(1, '2026-04-01', [rival]);
    await save(0, '2026-04-02', [us]);
    await save(1, '2026-04-02', [us]);
    await save(2, '2026-04-02', [rival]);
    await save(0, '2026-04-03', [us], { model: 'model-b' });
    await save(1, '2026-04-03', [rival], { model: 'model-b' });
    await save(2, '2026-04-03', [rival], { model: 'model-b' });
    const { points, steady } = await history({ bucket: 'day' });
    expect(points.map(({ changed }) => changed)).toEqual([[], ['questions'], ['model']]);
    expect(points[1]?.questionSet).toBe(points[2]?.questionSet);
    expect(steady).toEqual({ questions: 2, of: 3 });
    expect(points.map((point) => point.steady.score)).toEqual([50, 100, 50]);
    expect(points[1]?.score).toBeCloseTo(66.67, 1);
  });

  it('shows the rate of the whole period next to the current score, which dates do not affect', async () => {
    const { websiteId, save } = await panel(2);
    for (const [date, names] of [
      ['2026-04-06', [rival]],
      ['2026-04-07', [rival]],
      ['2026-04-08', [us]],
    ] as const) {
      await save(0, date, names);
      await save(1, date, [rival]);
    }
    // Within a day, the latest answer to a question counts.
    await save(0, '2026-04-08', [rival], { createdAt: '2026-04-08T09:00:00.000Z' });
    const overview = (startDate: string) =>
      program.call('engineOverview', { websiteId, startDate, endDate: '2026-04-08' });
    const [day, days] = await Promise.all([overview('2026-04-08'), overview('2026-04-06')]);
    expect([day.visibilityScore.value, days.visibilityScore.value]).toEqual([50, 50]);
    expect(day.periodRate).toMatchObject({ value: 50, listed: 1, known: 2, questions: 2, days: 1 });
    expect(days.periodRate).toMatchObject({ listed: 1, known: 6, questions: 2, days: 3 });
    expect(days.periodRate.value).toBeCloseTo(100 / 6, 9);
    const newest = await program.call('engineOverview', { websiteId, scope: 'newest100' });
    expect(newest.periodRate).toEqual(days.periodRate);
  });

  it('follows the same questions although only one of them is answered in an unfinished week', async () => {
    const { save, history } = await panel(3);
    for (const date of ['2026-04-07', '2026-04-14']) {
      for (const question of [0, 1, 2]) await save(question, date, question === 0 ? [rival] : [us]);
    }
    await save(0, '2026-04-20', [rival]);
    const cut = { bucket: 'week' as const, startDate: '2026-04-06', endDate: '2026-04-20' };
    const { points, steady } = await history(cut);
    expect(points.map(({ partial }) => partial)).toEqual([false, false, true]);
    expect(steady).toEqual({ questions: 3, of: 3 });
    expect(points.map((point) => point.steady?.known ?? null)).toEqual([3, 3, null]);
    // Once it answers all questions, it is a point of the line.
    for (const question of [1, 2]) await save(question, '2026-04-20', [us]);
    expect((await history(cut)).points.map((point) => point.steady?.known)).toEqual([3, 3, 3]);
    // If every bucket is partial, all of them count.
    const all = await history({ ...cut, startDate: '2026-04-07', endDate: '2026-04-07' });
    expect(all).toMatchObject({ steady: { questions: 3, of: 3 }, points: [{ partial: true, steady: { known: 3 } }] });
  });

  it('follows the owner’s statements about names, and a new answer, at once', async () => {
    const { websiteId, save, history } = await panel(1);
    await save(0, '2026-05-04', ['Akme Suite', rival]);
    expect((await history({ bucket: 'day' })).points[0]).toMatchObject({ listed: 0, known: 1 });
    await service.call('changeSite', { id: websiteId, aliases: ['Akme Suite'] });
    expect((await history({ bucket: 'day' })).points[0]).toMatchObject({ listed: 1, known: 1 });
    await save(0, '2026-05-04', [rival], { createdAt: '2026-05-04T11:00:00.000Z' });
    expect((await history({ bucket: 'day' })).points[0]).toMatchObject({ listed: 0, known: 1 });
  });

  long('counts the newest hundred attempts of each, or all, and says which', async () => {
    const { save, history } = await panel(2);
    await save(1, '2026-06-01', [us], { createdAt: '2026-06-01T00:00:00.000Z' });
    for (let at = 0; at < 100; at += 1) {
      const minute = String(at % 60).padStart(2, '0');
      await save(0, '2026-06-01', [rival], { createdAt: `2026-06-01T1${Math.floor(at / 60)}:${minute}:00.000Z` });
    }
    const [newest] = (await history({ bucket: 'day' })).points;
    expect(newest).toMatchObject({ attempts: { matched: 101, considered: 100 }, questions: 1, score: 0 });
    const all = await history({ bucket: 'day', scope: 'all' });
    expect(all.scope).toBe('all');
    expect(all.points[0]).toMatchObject({ attempts: { matched: 101, considered: 101 }, questions: 2, score: 50 });
  });

  it('links any number to its answers', async () => {
    const { websiteId, save } = await panel(2);
    const answers = (query: Omit<InputOf<'findAnswers'>, 'websiteId'>) =>
      program.call('findAnswers', { websiteId, ...query });
    const old = await save(0, '2026-07-01', [rival, us]);
    const failed = await save(0, '2026-07-02', [], { status: 'failed' });
    const no = await save(1, '2026-07-02', [rival], { cites: ['https://review.example/best'] });
    const yes = await save(0, '2026-07-03', [us, rival], { model: 'model-b' });
    const all = await answers({});
    expect(all.items.map(({ runId }) => runId)).toEqual([yes, no, failed, old].sort((a, b) => order(all.items, a, b)));
    expect(all.matched).toMatchObject({ answers: 4, lookedThrough: 4, all: true });
    const ids = async (query: Parameters<typeof answers>[0]) => (await answers(query)).items.map(({ runId }) => runId);
    expect(await ids({ status: 'listed' })).toEqual([yes, old]);
    expect(await ids({ status: 'listed', position: 2 })).toEqual([old]);
    expect(await ids({ basis: 'by_domain' })).toEqual([no]);
    expect(await ids({ rival: 'rivalo.example', startDate: '2026-07-03' })).toEqual([yes]);
    expect(await ids({ source: 'review.example' })).toEqual([no]);
    expect(await ids({ source: 'view.example' })).toEqual([]);
    expect(await ids({ model: 'model-b' })).toEqual([yes]);
    expect(await ids({ runStatus: 'failed' })).toEqual([failed]);
    expect((await ids({ latest: true, engine: 'openai' })).sort()).toEqual([no, yes].sort());
    expect(all.items.find(({ runId }) => runId === yes)).toMatchObject({
      status: 'listed',
      position: 1,
      domains: ['acme-crm.example', 'rivalo.example'],
      snippet: 'Acme CRM: a steady choice',
    });
    // The period's score and the linked answers are the same.
    const current = await program.call('engineVisibility', { websiteId });
    expect((await ids({ latest: true, engine: 'openai' })).sort()).toEqual(current.visibilityScore.runIds);
    const first = await answers({ limit: 3 });
    const second = await answers({ limit: 3, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ runId }) => runId)).toEqual(all.items.map(({ runId }) => runId));
    expect([second.nextCursor, second.matched]).toEqual([null, null]);
  });

  it('draws the requested rivals, and nothing of other workspaces', async () => {
    const { websiteId, save, history } = await panel(1);
    await save(0, '2026-06-01', [us, rival, 'Third third.example']);
    const asked = await history({ bucket: 'day', rivals: 'third.example, nobody.example' });
    expect(asked.points[0]?.rivals.map(({ domain, listed }) => [domain, listed])).toEqual([
      ['third.example', 1],
      ['nobody.example', 0],
    ]);
    const elsewhere = await addSite(service, await addWorkspace(service, 'other owner'));
    await program.refuse('visibilityHistory', { websiteId: elsewhere }, 'not_found');
    await program.refuse('visibilityHistory', { websiteId, bucket: 'hour' }, 'invalid_request');
  });
});
