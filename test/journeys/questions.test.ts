import { beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../src/contract/callTypes.ts';
import { onEachDatabase } from '../support/databases.ts';
import { long } from '../support/long.ts';
import { addKey, addWorkspace } from '../support/records.ts';
import { providerKey, useProgram, useService } from '../support/service.ts';

onEachDatabase('questions asked at several engines', (database) => {
  const service = useService(database, {
    env: { ENGINES: 'openai,claude-api', ENGINE_HASTE: '1000', ANTHROPIC_API_KEY: providerKey },
  });
  const manager = useProgram(service, ['manage']);
  const asker = useProgram(service, ['evaluate']);
  let siteId: string;

  beforeAll(async () => {
    siteId = (await service.makeSite()).id;
  });

  const engines = ['openai', 'claude-api'];
  const save = (input: InputOf<'createQuestions'>) => manager.call('createQuestions', input);
  const refuseToSave = (input: Record<string, unknown>, code = 'invalid_request') =>
    manager.refuse('createQuestions', input, code);
  const listed = async (filters: InputOf<'listQuestions'> = {}) =>
    (await manager.call('listQuestions', filters)).items.map(({ id }) => id);

  it('lists the engines with their supported settings, the declared one first, and probes one by free calls', async () => {
    const body = await manager.call('listEngines', {});
    expect(body.items.map((one) => [one.id, one.state, one.declared])).toEqual(
      expect.arrayContaining([
        ['openai', 'ready', true],
        ['claude-api', 'ready', false],
      ]),
    );
    expect(body.items[0]).toMatchObject({ id: 'openai', honours: { country: true, device: false } });
    const page = await manager.call('listEngines', { limit: 1 });
    const rest = await manager.call('listEngines', { limit: 1, cursor: page.nextCursor });
    expect([page.items[0]?.id, rest.items[0]?.id]).toEqual(['openai', body.items[1]?.id]);
    const probed = await manager.call('probeEngine', { id: 'claude-api' });
    expect(probed).toMatchObject({
      engine: 'claude-api',
      ok: expect.toBeOneOf([true, null]),
      message: expect.any(String),
    });
    await manager.refuse('probeEngine', { id: 'nobody' }, 'not_found');
    await asker.refuse('probeEngine', { id: 'claude-api' }, 'insufficient_permission');
    expect(service.sent()).toBe(0);
  });

  it('saves one question for two engines, finds it again, and shows one row with two columns', async () => {
    const query = 'Which CRM suits a small agency?';
    const saved = await save({ query, websiteId: siteId, engines });
    expect(saved).toMatchObject({ made: 2, reused: 0 });
    const { id, engines: columns = [] } = saved.items[0] ?? {};
    expect(columns.map(({ engine }) => engine)).toEqual(engines);
    const again = await save({
      queries: [`  Which CRM\n suits a small   agency? `, query],
      websiteId: siteId,
      engines: ['claude-api', 'openai', 'claude-api'],
    });
    expect(again).toMatchObject({ made: 0, reused: 2, items: [{ id }] });
    const other = await save({ query, websiteId: siteId, engines: ['openai'], locale: { country: 'AT' } });
    expect(other.items[0]?.id).not.toBe(id);
    const deeper = await save({ query, websiteId: siteId, engines: ['openai'], search: { contextSize: 'high' } });
    expect(deeper).toMatchObject({ made: 1, items: [{ id, engines: [{ cases: [{}, {}] }, {}] }] });
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
    const before = await listed();
    const refused = await refuseToSave({ query: 'Refused?', engines, ...given }, 'unsupported_setting');
    expect(refused.details).toMatchObject(details);
    expect(await listed()).toEqual(before);
  });

  it.each([
    ['no question', { queries: undefined }, 'queries'],
    ['one question and several', { query: 'One?', queries: ['Two?'] }, 'query'],
    ['a model of one engine for two', { query: 'One?', engines, search: { model: 'm' } }, 'search.model'],
    ['an engine that is not there', { query: 'One?', engines: ['nobody'] }, 'engines'],
  ])('refuses %s and names the field', async (_what, body, field) => {
    expect((await refuseToSave(body)).field).toBe(field);
  });

  it.each(['case_doesnotexist00000000000', 'question_0af1', 'site_a, site_b', 'run_'])(
    'refuses the id %s as the text of a question, by its field, and saves none of the others',
    async (id) => {
      const query = `Which CRM stands beside ${id}?`;
      expect((await refuseToSave({ queries: [query, id], websiteId: siteId })).field).toBe('queries.1');
      await refuseToSave({ query: id, websiteId: siteId });
      expect(JSON.stringify(await manager.call('listQuestions', {}))).not.toContain(query);
    },
  );

  it('saves a question once if it is sent twice concurrently', async () => {
    const body = { query: 'Which one, asked twice at once?', websiteId: siteId, engines };
    const both = await Promise.all([save(body), save(body)]);
    expect(both.map((one) => one.made).sort()).toEqual([0, 2]);
  });

  long('shows the last answer of each engine, every answer, and the searches of each', async () => {
    const query = 'Which CRM is best for two people?';
    const { id = '', engines: columns = [] } = (await save({ query, websiteId: siteId, engines })).items[0] ?? {};
    const runs: Record<string, string> = {};
    for (const { engine, cases } of columns) {
      const started = await service.ensure(asker.key, cases[0]?.id ?? '', `several-${engine}-${database}`);
      runs[engine] = (await service.follow(asker.key, started.body.run.id)).id;
    }
    const read = await manager.call('readQuestion', { id });
    expect(read.question.engines).toMatchObject([
      { engine: 'openai', activeRunId: null, lastAnswer: { runId: runs.openai, simulated: false } },
      {
        engine: 'claude-api',
        activeRunId: null,
        lastAnswer: { runId: runs['claude-api'], simulated: false },
      },
    ]);
    expect(read.items.map(({ run }) => [run.engine, run.id])).toEqual([
      ['claude-api', runs['claude-api']],
      ['openai', runs.openai],
    ]);
    const first = await manager.call('readQuestion', { id, limit: 1 });
    const next = await manager.call('readQuestion', { id, limit: 1, cursor: first.nextCursor });
    expect([first.items[0]?.run.id, next.items[0]?.run.id]).toEqual([runs['claude-api'], runs.openai]);
    const ofClaude = (await manager.call('readQuestion', { id, engine: 'claude-api' })).items;
    expect(ofClaude.map(({ run }) => run.id)).toEqual([runs['claude-api']]);
    const { run } = await manager.call('readFullRun', { kind: 'keyword', id: runs.openai ?? '' });
    expect(run).toMatchObject({
      engine: 'openai',
      questionId: id,
      device: null,
      noAnswer: null,
      costEstimate: null,
    });
    expect(run.searches.length).toBeGreaterThan(0);
    expect(run.searches.flatMap(({ pages }) => pages).some((page) => page.cited)).toBe(true);
    expect((await manager.call('readFullRun', { kind: 'keyword', id: runs['claude-api'] ?? '' })).run).toMatchObject({
      engine: 'claude-api',
      searches: expect.any(Array),
    });
    const v1 = await asker.call('readRun', { kind: 'keyword', id: runs.openai ?? '' });
    expect(v1.run).not.toHaveProperty('engine');
    expect((await manager.call('listEngines', {})).items[1]).toMatchObject({
      lastSuccessAt: expect.any(String),
    });
  });

  long('lists the engines side by side, separately, with their searches', async () => {
    const websiteId = siteId;
    const compared = await manager.call('compareEngines', { websiteId });
    expect(compared).toMatchObject({ declared: 'openai', simulated: false });
    expect(compared.engines.map((one) => [one.engine, one.counts.answers])).toEqual([
      ['openai', 1],
      ['claude-api', 1],
    ]);
    expect(compared.pairs).toMatchObject([{ first: 'openai', second: 'claude-api', verdict: 'insufficient_data' }]);
    const searches = await manager.call('engineSearches', { websiteId });
    expect(searches.engines).toMatchObject([
      { engine: 'openai', answers: 1, told: 1 },
      { engine: 'claude-api', answers: 1 },
    ]);
    expect(searches.searches.rows[0]?.times).toBeGreaterThan(0);
    const ofClaude = await manager.call('engineSearches', { websiteId, engine: 'claude-api' });
    expect(ofClaude.engines).toMatchObject([{ engine: 'claude-api' }]);
    await manager.refuse('engineSearches', { websiteId, questionId: 'question_unknown' }, 'not_found');
    expect(await manager.call('engineVisibility', { websiteId, engine: 'claude-api' })).toMatchObject({
      engine: 'claude-api',
      surface: 'claude-api',
      counts: { answers: 1 },
    });
    const declared = { engine: 'openai', counts: { answers: 1 } };
    expect(await manager.call('engineVisibility', { websiteId })).toMatchObject(declared);
    await manager.refuse('engineVisibility', { websiteId, engine: 'nobody' }, 'invalid_request');
    // v1 counts the declared engine without naming it, and checks and applies `platform`.
    const v1 = await manager.call('currentVisibility', { websiteId });
    expect(v1.counts.answers).toBe(1);
    expect(v1).not.toHaveProperty('engine');
    const platform = 'openai-web-search';
    expect((await manager.call('currentVisibility', { websiteId, platform })).counts.answers).toBe(1);
    for (const other of [{ platform: 'claude-api' }, { engine: 'claude-api' }]) {
      await manager.refuse('currentVisibility', { websiteId, ...other }, 'invalid_request');
    }
  });

  it('archives a question at every engine, and keeps its answers', async () => {
    const query = 'Which one is archived?';
    const { id = '' } = (await save({ query, websiteId: siteId, engines })).items[0] ?? {};
    await manager.call('archiveQuestion', { id });
    await manager.refuse('archiveQuestion', { id }, 'not_found');
    expect(await listed()).not.toContain(id);
    expect((await manager.call('readQuestion', { id })).question.engines).toHaveLength(2);
    expect(await save({ query, websiteId: siteId })).toMatchObject({ made: 1, reused: 0 });
  });

  it('pages questions, and hides them from other workspaces and from keys without permission', async () => {
    const all = await listed({ websiteId: siteId });
    const seen: string[] = [];
    for (let page = {}; ; ) {
      const { items, nextCursor } = await manager.call('listQuestions', { websiteId: siteId, limit: 2, ...page });
      seen.push(...items.map(({ id }) => id));
      if (nextCursor === null) break;
      page = { cursor: nextCursor };
    }
    expect(seen).toEqual(all);
    const { secret: key } = await addKey(service, await addWorkspace(service, 'other owner'), ['manage']);
    expect((await service.call('listQuestions', {}, { key })).items).toEqual([]);
    for (const id of ['readQuestion', 'archiveQuestion'] as const) {
      await service.refuse(id, { id: all[0] }, 'not_found', { key });
    }
    await asker.refuse('createQuestions', { query: 'No?' }, 'insufficient_permission');
  });
});
