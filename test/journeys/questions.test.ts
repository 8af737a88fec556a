import { beforeAll, expect, it } from 'vitest';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { addKey, addWorkspace } from '../support/records.ts';
import { type HttpRequest, providerKey, useService } from '../support/service.ts';

/** Reads responses of v2 by member, because their schemas have been checked already. */
type Read = { status: number; body: any };

const codeOf = ({ status, body }: Read): string => `${status} ${body?.error?.code ?? ''}`.trim();

onEachDatabase('questions asked at several engines', (database) => {
  const service = useService(database, {
    env: { ENGINES: 'openai,claude-api', ENGINE_HASTE: '1000', ANTHROPIC_API_KEY: providerKey },
  });
  let manager: string;
  let asker: string;
  let siteId: string;

  beforeAll(async () => {
    manager = await service.makeKey(['manage']);
    asker = await service.makeKey(['evaluate']);
    siteId = (await service.makeSite()).id;
  });

  const v2 = (path: string, asked: HttpRequest = {}): Promise<Read> =>
    service.ask(`/api/v2${path}`, { key: manager, ...asked });
  const save = (body: Record<string, unknown>) => v2('/questions', { body });

  it('lists the engines with their supported settings, the declared one first, and probes one by free calls', async () => {
    const body = await service.call('listEngines', {}, { key: manager });
    expect(
      body.items.map((one: { id: string; state: string; declared: boolean }) => [one.id, one.state, one.declared]),
    ).toEqual(
      expect.arrayContaining([
        ['openai', 'ready', true],
        ['claude-api', 'ready', false],
      ]),
    );
    expect(body.items[0]).toMatchObject({ id: 'openai', honours: { country: true, device: false } });
    const page = await service.call('listEngines', { limit: 1 }, { key: manager });
    const rest = await service.call('listEngines', { limit: 1, cursor: page.nextCursor }, { key: manager });
    expect([page.items[0]?.id, rest.items[0]?.id]).toEqual(['openai', body.items[1]?.id]);
    const probed = await service.call('probeEngine', { id: 'claude-api' }, { key: manager });
    expect(probed).toMatchObject({
      engine: 'claude-api',
      ok: expect.toBeOneOf([true, null]),
      message: expect.any(String),
    });
    expect(codeOf(await v2('/engines/nobody/probe', { body: {} }))).toBe('404 not_found');
    expect(codeOf(await v2('/engines/claude-api/probe', { body: {}, key: asker }))).toBe('403 insufficient_permission');
    expect(service.sent()).toBe(0);
  });

  it('saves one question for two engines, finds it again, and shows one row with two columns', async () => {
    const query = 'Which CRM suits a small agency?';
    const saved = await save({ query, websiteId: siteId, engines: ['openai', 'claude-api'] });
    expect(saved.status).toBe(201);
    expect(saved.body).toMatchObject({ made: 2, reused: 0 });
    const [row] = saved.body.items;
    expect(row.engines.map(({ engine }: { engine: string }) => engine)).toEqual(['openai', 'claude-api']);
    const again = await save({
      queries: [`  Which CRM\n suits a small   agency? `, query],
      websiteId: siteId,
      engines: ['claude-api', 'openai', 'claude-api'],
    });
    expect(again.body).toMatchObject({ made: 0, reused: 2, items: [{ id: row.id }] });
    const other = await save({ query, websiteId: siteId, engines: ['openai'], locale: { country: 'AT' } });
    expect(other.body.items[0].id).not.toBe(row.id);
    const deeper = await save({ query, websiteId: siteId, engines: ['openai'], search: { contextSize: 'high' } });
    expect(deeper.body).toMatchObject({ made: 1, items: [{ id: row.id, engines: [{ cases: [{}, {}] }, {}] }] });
  });

  it.each([
    [
      'a setting that one of the engines cannot honour',
      { search: { contextSize: 'high' } },
      { field: 'search.contextSize', engine: 'claude-api' },
    ],
    [
      'a device that none of them can honour',
      { search: { device: 'mobile' } },
      { field: 'search.device', engine: 'openai', refusals: 2 },
    ],
  ])('saves nothing for %s, and names field and engine', async (_what, given, details) => {
    const before = (await service.call('listQuestions', {}, { key: manager })).items.length;
    const refused = await save({
      query: `Refused ${JSON.stringify(given).length}?`,
      engines: ['openai', 'claude-api'],
      ...given,
    });
    expect(codeOf(refused)).toBe('400 unsupported_setting');
    expect(refused.body.error.details).toMatchObject(details);
    expect((await service.call('listQuestions', {}, { key: manager })).items).toHaveLength(before);
  });

  it.each([
    ['no question', { queries: undefined }, 'queries'],
    ['one question and several', { query: 'One?', queries: ['Two?'] }, 'query'],
    [
      'a model of one engine for two',
      { query: 'One?', engines: ['openai', 'claude-api'], search: { model: 'm' } },
      'search.model',
    ],
    ['an engine that is not there', { query: 'One?', engines: ['nobody'] }, 'engines'],
  ])('refuses %s and names the field', async (_what, body, field) => {
    const refused = await save(body);
    expect([codeOf(refused), refused.body.error.details.field]).toEqual(['400 invalid_request', field]);
  });

  it.each(['case_doesnotexist00000000000', 'question_0af1', 'site_a, site_b', 'run_'])(
    'refuses the id %s as the text of a question, by its field, and saves none of the others',
    async (id) => {
      const query = `Which CRM stands beside ${id}?`;
      const refused = await save({ queries: [query, id], websiteId: siteId });
      expect([codeOf(refused), refused.body.error.details.field]).toEqual(['400 invalid_request', 'queries.1']);
      expect(codeOf(await save({ query: id, websiteId: siteId }))).toBe('400 invalid_request');
      expect(JSON.stringify(await service.call('listQuestions', {}, { key: manager }))).not.toContain(query);
    },
  );

  it('saves a question once if it is sent twice concurrently', async () => {
    const body = { query: 'Which one, asked twice at once?', websiteId: siteId, engines: ['openai', 'claude-api'] };
    const both = await Promise.all([save(body), save(body)]);
    expect(both.map((one) => one.body.made).sort()).toEqual([0, 2]);
  });

  long('shows the last answer of each engine, every answer, and the searches of each', async () => {
    const query = 'Which CRM is best for two people?';
    const { body } = await save({ query, websiteId: siteId, engines: ['openai', 'claude-api'] });
    const [question] = body.items;
    const runs: Record<string, string> = {};
    for (const { engine, cases } of question.engines) {
      const started = await service.ensure(asker, cases[0].id, `several-${engine}-${database}`);
      runs[engine] = (await service.follow(asker, started.body.run.id)).id;
    }
    const read = await service.call('readQuestion', { id: question.id }, { key: manager });
    expect(read.question.engines).toMatchObject([
      { engine: 'openai', activeRunId: null, lastAnswer: { runId: runs.openai, simulated: false } },
      {
        engine: 'claude-api',
        activeRunId: null,
        lastAnswer: { runId: runs['claude-api'], simulated: false },
      },
    ]);
    expect(read.items.map(({ run }: { run: { id: string; engine: string } }) => [run.engine, run.id])).toEqual([
      ['claude-api', runs['claude-api']],
      ['openai', runs.openai],
    ]);
    const first = await service.call('readQuestion', { id: question.id, limit: 1 }, { key: manager });
    const next = await service.call(
      'readQuestion',
      { id: question.id, limit: 1, cursor: first.nextCursor },
      { key: manager },
    );
    expect([first.items[0]?.run.id, next.items[0]?.run.id]).toEqual([runs['claude-api'], runs.openai]);
    const ofClaude = (await service.call('readQuestion', { id: question.id, engine: 'claude-api' }, { key: manager }))
      .items;
    expect(ofClaude.map(({ run }: { run: { id: string } }) => run.id)).toEqual([runs['claude-api']]);
    const { run } = await service.call('readFullRun', { kind: 'keyword', id: runs.openai ?? '' }, { key: manager });
    expect(run).toMatchObject({
      engine: 'openai',
      questionId: question.id,
      device: null,
      noAnswer: null,
      costEstimate: null,
    });
    expect(run.searches.length).toBeGreaterThan(0);
    expect(
      run.searches
        .flatMap(({ pages }: { pages: { cited: boolean }[] }) => pages)
        .some((page: { cited: boolean }) => page.cited),
    ).toBe(true);
    expect(
      (await service.call('readFullRun', { kind: 'keyword', id: runs['claude-api'] ?? '' }, { key: manager })).run,
    ).toMatchObject({
      engine: 'claude-api',
      searches: expect.any(Array),
    });
    const v1 = await service.call('readRun', { kind: 'keyword', id: runs.openai ?? '' }, { key: asker });
    expect(v1.run).not.toHaveProperty('engine');
    expect((await service.call('listEngines', {}, { key: manager })).items[1]).toMatchObject({
      lastSuccessAt: expect.any(String),
    });
  });

  long('lists the engines side by side, separately, with their searches', async () => {
    const asked = (path: string) => v2(`/visibility/${path}${path.includes('?') ? '&' : '?'}websiteId=${siteId}`);
    const { body } = await asked('engines');
    expect(body).toMatchObject({ declared: 'openai', simulated: false });
    expect(
      body.engines.map((one: { engine: string; counts: { answers: number } }) => [one.engine, one.counts.answers]),
    ).toEqual([
      ['openai', 1],
      ['claude-api', 1],
    ]);
    expect(body.pairs).toMatchObject([{ first: 'openai', second: 'claude-api', verdict: 'insufficient_data' }]);
    const searches = (await asked('searches')).body;
    expect(searches.engines).toMatchObject([
      { engine: 'openai', answers: 1, told: 1 },
      { engine: 'claude-api', answers: 1 },
    ]);
    expect(searches.searches.rows[0].times).toBeGreaterThan(0);
    const ofClaude = (await asked('searches?engine=claude-api')).body;
    expect(ofClaude.engines).toMatchObject([{ engine: 'claude-api' }]);
    expect((await asked('searches?questionId=question_unknown')).body.searches.total).toBe(0);
    expect((await asked('current?engine=claude-api')).body).toMatchObject({
      engine: 'claude-api',
      surface: 'claude-api',
      counts: { answers: 1 },
    });
    expect((await asked('current')).body).toMatchObject({ engine: 'openai', counts: { answers: 1 } });
    expect(codeOf(await asked('current?engine=nobody'))).toBe('400 invalid_request');
    // v1 counts the declared engine without naming it, and checks and applies `platform`.
    const v1 = (more: string) => service.ask(`/api/v1/visibility/current?websiteId=${siteId}${more}`, { key: manager });
    expect((await v1('')).body).toMatchObject({ counts: { answers: 1 } });
    expect((await v1('')).body).not.toHaveProperty('engine');
    expect((await v1('&platform=openai-web-search')).body).toMatchObject({ counts: { answers: 1 } });
    expect(codeOf(await v1('&platform=claude-api'))).toBe('400 invalid_request');
    expect(codeOf(await v1('&engine=claude-api'))).toBe('400 invalid_request');
  });

  it('archives a question at every engine, and keeps its answers', async () => {
    const { body } = await save({
      query: 'Which one is archived?',
      websiteId: siteId,
      engines: ['openai', 'claude-api'],
    });
    const [{ id }] = body.items;
    await service.call('archiveQuestion', { id }, { key: manager });
    expect(codeOf(await v2(`/questions/${id}`, { method: 'DELETE' }))).toBe('404 not_found');
    expect(
      (await service.call('listQuestions', {}, { key: manager })).items.map((one: { id: string }) => one.id),
    ).not.toContain(id);
    expect((await service.call('readQuestion', { id }, { key: manager })).question.engines).toHaveLength(2);
    expect((await save({ query: 'Which one is archived?', websiteId: siteId })).body).toMatchObject({
      made: 1,
      reused: 0,
    });
  });

  it('pages questions, and hides them from other workspaces and from keys without permission', async () => {
    const all = (await service.call('listQuestions', { websiteId: siteId }, { key: manager })).items.map(
      (one: { id: string }) => one.id,
    );
    const seen: string[] = [];
    for (let page = {}; ; ) {
      const body = await service.call('listQuestions', { websiteId: siteId, limit: 2, ...page }, { key: manager });
      seen.push(...body.items.map((one: { id: string }) => one.id));
      if (body.nextCursor === null) break;
      page = { cursor: body.nextCursor };
    }
    expect(seen).toEqual(all);
    const foreign = await addWorkspace(service, 'other owner');
    const { secret } = await addKey(service, foreign, ['manage']);
    expect((await service.call('listQuestions', {}, { key: secret })).items).toEqual([]);
    expect(codeOf(await v2(`/questions/${all[0]}`, { key: secret }))).toBe('404 not_found');
    expect(codeOf(await v2(`/questions/${all[0]}`, { key: secret, method: 'DELETE' }))).toBe('404 not_found');
    expect(codeOf(await v2('/questions', { key: asker, body: { query: 'No?' } }))).toBe('403 insufficient_permission');
  });
});
