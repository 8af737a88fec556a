import { beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { addSite, addWorkspace } from '../support/records.ts';
import { type SavedAnswer, saveAnswer } from '../support/savedAnswers.ts';
import { useService } from '../support/service.ts';

const us = 'Acme CRM acme-crm.example';
const rival = 'Rivalo rivalo.example';

/** Orders newest first, and by id within one instant. */
const order = (list: any, a: string, b: string): number => {
  const at = (id: string) => list.items.find(({ runId }: any) => runId === id)?.createdAt ?? '';
  return at(a) < at(b) || (at(a) === at(b) && a < b) ? 1 : -1;
};

onEachDatabase('the history of a website', (engine) => {
  const service = useService(engine);
  let key: string;

  beforeAll(async () => {
    key = await service.makeKey(['read']);
  });

  async function read(path: string, query: Record<string, string>): Promise<any> {
    const answered = await service.ask(`/api/v2/visibility/${path}?${new URLSearchParams(query)}`, { key });
    if (answered.status !== 200) throw new Error(`${path}: ${answered.status} ${answered.text}`);
    return answered.body;
  }

  /** Creates a site with its questions, and a function that saves answers at a date. */
  async function panel(questions: number) {
    const site = await service.makeSite();
    const cases: string[] = [];
    for (let at = 0; at < questions; at += 1) cases.push((await service.makeCase({ websiteId: site.id })).id);
    const save = (question: number, date: string, names: readonly string[], given: Partial<SavedAnswer> = {}) =>
      saveAnswer(service, {
        websiteId: site.id,
        caseId: cases[question] ?? '',
        createdAt: `${date}T10:00:00.000Z`,
        names,
        ...given,
      });
    const history = (query: Record<string, string>) => read('history', { websiteId: site.id, ...query });
    return { websiteId: site.id, save, history };
  }

  it('counts each day, week and month separately, over months', async () => {
    const { save, history } = await panel(2);
    await save(0, '2026-01-30', [rival]);
    await save(1, '2026-01-30', [rival]);
    await save(0, '2026-02-02', [us, rival]);
    await save(1, '2026-02-04', [rival]);
    await save(0, '2026-02-06', [rival]);
    const days = await history({ bucket: 'day' });
    expect(days.points.map(({ start, listed, known }: any) => [start, listed, known])).toEqual([
      ['2026-01-30', 0, 2],
      ['2026-02-02', 1, 1],
      ['2026-02-04', 0, 1],
      ['2026-02-06', 0, 1],
    ]);
    // The week's newest answer to the first question no longer names us.
    const weeks = await history({ bucket: 'week' });
    expect(weeks.points.map(({ start, end, score }: any) => [start, end, score])).toEqual([
      ['2026-01-26', '2026-02-01', 0],
      ['2026-02-02', '2026-02-08', 0],
    ]);
    expect(weeks.points[1].attempts).toMatchObject({ matched: 3, considered: 3, completed: 3 });
    const months = await history({ bucket: 'month', startDate: '2026-02-01', endDate: '2026-02-04' });
    expect(months.points).toMatchObject([
      { start: '2026-02-01', end: '2026-02-04', partial: true, listed: 1, known: 2, score: 50 },
    ]);
    expect(months.points[0].rivals).toMatchObject([{ domain: 'rivalo.example', listed: 2, answers: 2, rate: 100 }]);
    expect(months.points[0].interval95.lower).toBeGreaterThan(0);
  });

  long('shows the same number for one day as every other report of that day', async () => {
    const { websiteId, save, history } = await panel(3);
    await save(0, '2026-03-02', [us, rival]);
    await save(1, '2026-03-02', [rival, 'Acme CRM Pro']);
    await save(2, '2026-03-02', [rival, 'AcmeCRM Pro']);
    await save(0, '2026-03-03', [], { status: 'failed' });
    const day = { startDate: '2026-03-02', endDate: '2026-03-02' };
    const { points } = await history({ bucket: 'day' });
    const current = await read('current', { websiteId, ...day });
    const overview = await read('overview', { websiteId, ...day });
    expect(points[0]).toMatchObject({
      score: current.visibilityScore.value,
      interval95: current.visibilityScore.interval95,
      listed: current.counts.listed,
      unknown: current.counts.unknown,
      questions: current.coverage.questionsAnswered,
    });
    expect(points[0].shareOfVoice.value).toBe(current.shareOfVoice.value);
    expect(points[0].averagePosition.value).toBe(current.averagePosition.value);
    expect(points[0].score).toBe(overview.dailySamples[0].score);
    expect(points[1]).toMatchObject({ score: null, known: 0, attempts: { failed: 1, completed: 0 } });
  });

  it('counts from the first day of the calendar to its last', async () => {
    const { websiteId, save, history } = await panel(1);
    await save(0, '2026-03-02', [us]);
    const ever = { startDate: '0001-01-01', endDate: '9999-12-31' };
    expect((await history({ bucket: 'month', ...ever })).points).toMatchObject([{ start: '2026-03-01', listed: 1 }]);
    expect((await read('current', { websiteId, ...ever })).counts.listed).toBe(1);
    expect((await read('overview', { websiteId, ...ever })).dailySamples).toHaveLength(1);
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
    for (const path of ['current', 'overview', 'citations', 'prompts', 'recommendations']) {
      const { coverage } = await read(path, { websiteId, ...window });
      expect(coverage, path).toMatchObject({
        scope: 'all',
        attemptsConsidered: 102,
        attemptsMatched: 102,
        completed: 102,
        truncated: false,
        questionsAnswered: 2,
      });
      const newest = await read(path, { websiteId, ...window, scope: 'newest100' });
      expect(newest.coverage, path).toMatchObject({ scope: 'newest100', attemptsConsidered: 100, questions: 1 });
    }
    expect((await read('current', { websiteId, ...window })).visibilityScore).toMatchObject({ value: 50 });
    const { engines } = await read('engines', { websiteId, ...window });
    expect(engines[0].coverage).toMatchObject({ scope: 'all', attemptsConsidered: 102 });
    const spans = [7, 28, 59].map((days) => ({
      ...window,
      startDate: `2026-${days === 59 ? '01-01' : days === 28 ? '02-01' : '02-22'}`,
    }));
    const reports = await Promise.all(spans.map((span) => read('overview', { websiteId, ...span })));
    expect(new Set(reports.map(({ coverage }) => coverage.attemptsConsidered)).size).toBe(3);
    expect(reports.map(({ dailySamples }) => dailySamples.length)).toEqual([7, 28, 29]);
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
    expect(points.map(({ changed }: any) => changed)).toEqual([[], ['questions'], ['model']]);
    expect(points[1].questionSet).toBe(points[2].questionSet);
    expect(steady).toEqual({ questions: 2, of: 3 });
    expect(points.map((point: any) => point.steady.score)).toEqual([50, 100, 50]);
    expect(points[1].score).toBeCloseTo(66.67, 1);
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
    const overview = (startDate: string) => read('overview', { websiteId, startDate, endDate: '2026-04-08' });
    const [day, days] = await Promise.all([overview('2026-04-08'), overview('2026-04-06')]);
    expect([day.visibilityScore.value, days.visibilityScore.value]).toEqual([50, 50]);
    expect(day.periodRate).toMatchObject({ value: 50, listed: 1, known: 2, questions: 2, days: 1 });
    expect(days.periodRate).toMatchObject({ listed: 1, known: 6, questions: 2, days: 3 });
    expect(days.periodRate.value).toBeCloseTo(100 / 6, 9);
    const newest = await read('overview', { websiteId, scope: 'newest100' });
    expect(newest.periodRate).toEqual(days.periodRate);
  });

  it('follows the same questions although only one of them is answered in an unfinished week', async () => {
    const { save, history } = await panel(3);
    for (const date of ['2026-04-07', '2026-04-14']) {
      for (const question of [0, 1, 2]) await save(question, date, question === 0 ? [rival] : [us]);
    }
    await save(0, '2026-04-20', [rival]);
    const cut = { bucket: 'week', startDate: '2026-04-06', endDate: '2026-04-20' };
    const { points, steady } = await history(cut);
    expect(points.map(({ partial }: any) => partial)).toEqual([false, false, true]);
    expect(steady).toEqual({ questions: 3, of: 3 });
    expect(points.map((point: any) => point.steady?.known ?? null)).toEqual([3, 3, null]);
    // Once it answers all questions, it is a point of the line.
    for (const question of [1, 2]) await save(question, '2026-04-20', [us]);
    expect((await history(cut)).points.map((point: any) => point.steady?.known)).toEqual([3, 3, 3]);
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
    const answers = async (query: Record<string, string>) => {
      const found = await service.ask(`/api/v2/answers?${new URLSearchParams({ websiteId, ...query })}`, { key });
      if (found.status !== 200) throw new Error(found.text);
      return found.body as any;
    };
    const old = await save(0, '2026-07-01', [rival, us]);
    const failed = await save(0, '2026-07-02', [], { status: 'failed' });
    const no = await save(1, '2026-07-02', [rival], { cites: ['https://review.example/best'] });
    const yes = await save(0, '2026-07-03', [us, rival], { model: 'model-b' });
    const all = await answers({});
    expect(all.items.map(({ runId }: any) => runId)).toEqual([yes, no, failed, old].sort((a, b) => order(all, a, b)));
    expect(all.matched).toMatchObject({ answers: 4, lookedThrough: 4, all: true });
    const ids = async (query: Record<string, string>) => (await answers(query)).items.map(({ runId }: any) => runId);
    expect(await ids({ status: 'listed' })).toEqual([yes, old]);
    expect(await ids({ status: 'listed', position: '2' })).toEqual([old]);
    expect(await ids({ basis: 'by_domain' })).toEqual([no]);
    expect(await ids({ rival: 'rivalo.example', startDate: '2026-07-03' })).toEqual([yes]);
    expect(await ids({ source: 'review.example' })).toEqual([no]);
    expect(await ids({ source: 'view.example' })).toEqual([]);
    expect(await ids({ model: 'model-b' })).toEqual([yes]);
    expect(await ids({ runStatus: 'failed' })).toEqual([failed]);
    expect((await ids({ latest: 'true', engine: 'openai' })).sort()).toEqual([no, yes].sort());
    expect(all.items.find(({ runId }: any) => runId === yes)).toMatchObject({
      status: 'listed',
      position: 1,
      domains: ['acme-crm.example', 'rivalo.example'],
      snippet: 'Acme CRM: a steady choice',
    });
    // The period's score and the linked answers are the same.
    const current = await read('current', { websiteId });
    expect((await ids({ latest: 'true', engine: 'openai' })).sort()).toEqual(current.visibilityScore.runIds);
    const first = await answers({ limit: '3' });
    const second = await answers({ limit: '3', cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ runId }) => runId)).toEqual(
      all.items.map(({ runId }: any) => runId),
    );
    expect([second.nextCursor, second.matched]).toEqual([null, null]);
  });

  it('draws the requested rivals, and nothing of other workspaces', async () => {
    const { websiteId, save, history } = await panel(1);
    await save(0, '2026-06-01', [us, rival, 'Third third.example']);
    const asked = await history({ bucket: 'day', rivals: 'third.example, nobody.example' });
    expect(asked.points[0].rivals.map(({ domain, listed }: any) => [domain, listed])).toEqual([
      ['third.example', 1],
      ['nobody.example', 0],
    ]);
    const elsewhere = await addSite(service, await addWorkspace(service, 'other owner'));
    await service.refuse('visibilityHistory', { websiteId: elsewhere }, 'not_found', { key });
    await service.refuse('visibilityHistory', { websiteId, bucket: 'hour' }, 'invalid_request', { key });
  });
});
